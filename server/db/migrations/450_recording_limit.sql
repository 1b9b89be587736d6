-- What a tenant may record, in gigabytes, whatever its cameras are given; null: as much as there is.
alter table tenant add column max_recordings_gb integer check (max_recordings_gb >= 0);

-- What of the recordings goes: too old, beyond the room that its camera or its tenant has, or before an alarm that did not come.
create or replace function furrow_segments_due() returns table (tenant_id bigint, camera_id bigint, starts_on timestamptz, run text, file text, place smallint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with room as (
    select c.tenant_id, c.id, now() - make_interval(days => coalesce(c.record_days, 7)) as since,
      coalesce(c.record_gigabytes, 20) * 1000000000::numeric as most,
      (select sum(s.bytes) from camera_segment s where s.tenant_id = c.tenant_id and s.camera_id = c.id) as total
    from camera c
  ), share as (
    select t.id, t.max_recordings_gb * 1000000000::numeric as most,
      (select sum(r.total) from room r where r.tenant_id = t.id) as total
    from tenant t where t.max_recordings_gb is not null
  )
  select due.tenant_id, due.camera_id, due.starts_on, due.run, due.file, due.place from (
    select due.* from room r cross join lateral (
      select s.* from camera_segment s where s.tenant_id = r.tenant_id and s.camera_id = r.id and s.starts_on < r.since and s.ends_on < r.since
      union
      select s.* from camera_segment s where s.tenant_id = r.tenant_id and s.camera_id = r.id and s.kept_flag = 0 and s.ends_on < now() - interval '90 seconds'
      union
      -- From the oldest on, until what is newer fits.
      select s.* from (
        select o.starts_on, sum(o.bytes) over (order by o.starts_on) - o.bytes as older from camera_segment o
        where r.total > r.most and o.tenant_id = r.tenant_id and o.camera_id = r.id order by o.starts_on limit 2000
      ) o join camera_segment s on s.tenant_id = r.tenant_id and s.camera_id = r.id and s.starts_on = o.starts_on
      where r.total - o.older > r.most
    ) due where r.total > 0
    union
    select s.* from share t cross join lateral (
      select o.camera_id, o.starts_on, sum(o.bytes) over (order by o.starts_on, o.camera_id) - o.bytes as older from camera_segment o
      where t.total > t.most and o.tenant_id = t.id order by o.starts_on, o.camera_id limit 2000
    ) o join camera_segment s on s.tenant_id = t.id and s.camera_id = o.camera_id and s.starts_on = o.starts_on
    where t.total - o.older > t.most
  ) due order by due.place, due.starts_on limit 5000
$$;
-- When there is no room: the oldest on the disk of the tenant that has most there, so that nobody's recordings push out another's.
create or replace function furrow_segments_oldest(count integer) returns table (tenant_id bigint, camera_id bigint, starts_on timestamptz, run text, file text, place smallint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.tenant_id, s.camera_id, s.starts_on, s.run, s.file, s.place from camera_segment s
  where s.place = 0 and s.tenant_id = (
    select o.tenant_id from camera_segment o where o.place = 0 group by o.tenant_id order by sum(o.bytes) desc, o.tenant_id limit 1
  ) order by s.starts_on limit count
$$;
create or replace function furrow_tenants_near(most integer) returns table (tenant_id bigint, tenant_name text, what text, used bigint, allowed bigint) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.tenant_id, u.tenant_name, u.what, u.used, u.allowed from (
    select t.id as tenant_id, t.tenant_name, 'maxDevices' as what, (select count(*) from public.device d where d.tenant_id = t.id) as used, t.max_devices::bigint as allowed
      from public.tenant t where t.max_devices is not null and t.enabled_flag = 1
    union all
    select t.id, t.tenant_name, 'maxAccounts', (select count(*) from public.member m where m.tenant_id = t.id), t.max_accounts
      from public.tenant t where t.max_accounts is not null and t.enabled_flag = 1
    union all
    select t.id, t.tenant_name, 'maxStorageMb', (select (coalesce(sum(f.file_size), 0) + 1048575) / 1048576 from public.file f where f.tenant_id = t.id)::bigint, t.max_storage_mb
      from public.tenant t where t.max_storage_mb is not null and t.enabled_flag = 1
    union all
    select t.id, t.tenant_name, 'maxRecordingsGb', (select (coalesce(sum(s.bytes), 0) + 999999999) / 1000000000 from public.camera_segment s where s.tenant_id = t.id)::bigint, t.max_recordings_gb
      from public.tenant t where t.max_recordings_gb is not null and t.enabled_flag = 1
  ) u where u.used * 5 >= u.allowed * 4
  order by u.used::numeric / greatest(u.allowed, 1) desc, u.tenant_id, u.what limit most
$$;
