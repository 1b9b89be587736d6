-- When an order left, by the clock of the process that sent it, which is also the one that messages are stamped with; and from
-- when on what its device says may be an answer to it: when the device acknowledged it, unknown until then.
alter table device_command add column left_at timestamptz, add column answers_from timestamptz;
update device_command set left_at = sent_at, answers_from = delivered_at where sent_at is not null and created_at > now() - interval '7 days';
