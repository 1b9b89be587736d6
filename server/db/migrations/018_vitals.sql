-- What is counted across tenants for whoever watches over the installation: numbers alone.

create function furrow_vitals() returns table (name text, value bigint) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select 'jobs_queued', count(*) from public.job where state = 'queued'
  union all select 'jobs_running', count(*) from public.job where state = 'running'
  union all select 'jobs_failed_day', count(*) from public.job where state = 'failed' and finished_at > now() - interval '1 day'
  union all select 'job_wait_seconds', coalesce(extract(epoch from now() - min(created_at)), 0)::bigint from public.job where state = 'queued'
  union all select 'alarms_open', count(*) from public.alarm where state <> 'cleared'
  union all select 'notices_queued', count(*) from public.alarm_notice where state in ('queued', 'sending')
  union all select 'notices_failed_day', count(*) from public.alarm_notice where state = 'failed' and created_at > now() - interval '1 day'
  union all select 'commands_open', count(*) from public.device_command where state in ('waiting', 'created', 'sent', 'delivered')
  union all select 'commands_failed_day', count(*) from public.device_command where state in ('rejected', 'expired', 'timedOut') and created_at > now() - interval '1 day'
  union all select 'devices', count(*) from public.device
  union all select 'devices_online', count(*) from public.device where online = 1
  union all select 'database_bytes', pg_database_size(current_database())
$$;
revoke all on function furrow_vitals() from public;
grant execute on function furrow_vitals() to furrow_app;

-- The tenants with the most devices, so that what is counted stays bounded.
create function furrow_tenant_vitals(most integer) returns table (tenant_id bigint, devices bigint, members bigint, alarms bigint) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.tenant_id, d.devices, (select count(*) from public.member m where m.tenant_id = d.tenant_id), (select count(*) from public.alarm a where a.tenant_id = d.tenant_id and a.state <> 'cleared')
  from (select x.tenant_id, count(*) as devices from public.device x group by x.tenant_id order by 2 desc, 1 limit most) d
$$;
revoke all on function furrow_tenant_vitals(integer) from public;
grant execute on function furrow_tenant_vitals(integer) to furrow_app;
