-- What of the recordings waits on the disk for the bucket: what is kept, and not what no alarm has kept yet.
create function furrow_recordings_waiting() returns table (name text, value bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with waiting as (select s.bytes, s.ends_on from camera_segment s where s.place = 0 and s.kept_flag = 1)
  select 'recordings_waiting', count(*) from waiting
  union all select 'recordings_waiting_bytes', coalesce(sum(bytes), 0)::bigint from waiting
  union all select 'recordings_waiting_seconds', coalesce(greatest(0, extract(epoch from now() - min(ends_on))), 0)::bigint from waiting
$$;
revoke all on function furrow_recordings_waiting() from public;
grant execute on function furrow_recordings_waiting() to furrow_app;
