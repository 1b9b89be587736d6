-- What a device reports after its command's time was over: not confirmed in time, and yet as wanted.

alter table device_command add column late_at timestamptz;

create index device_command_late on device_command (ended_at) where state in ('timedOut', 'expired') and sent_at is not null and late_at is null;

-- Those whose devices may still say so are looked at too, for an hour; nothing is due of them.
create or replace function furrow_open_commands() returns table (tenant_id bigint, device_id bigint, is_due boolean, may_go boolean) language sql stable security definer set search_path = public as $$
  select tenant_id, device_id, bool_or(is_due), bool_or(may_go) from (
    select c.tenant_id, c.device_id, c.expires_at, c.state = 'waiting' or c.expires_at <= clock_timestamp() as is_due, c.state = 'created' and coalesce(c.not_before, '-infinity') <= clock_timestamp() as may_go
    from device_command c where c.state in ('waiting', 'created', 'sent', 'delivered') and c.device_id is not null
    union all
    select c.tenant_id, c.device_id, c.expires_at, false, false
    from device_command c where c.state in ('timedOut', 'expired') and c.sent_at is not null and c.late_at is null and c.ended_at > clock_timestamp() - interval '1 hour' and c.device_id is not null
  ) watched group by tenant_id, device_id order by min(expires_at) limit 5000
$$;
