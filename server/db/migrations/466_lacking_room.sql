-- When recordings of a camera last went before their time because there was no room for them.
alter table camera add column room_lacked_at timestamptz;
