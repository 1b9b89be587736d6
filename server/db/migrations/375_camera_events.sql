-- What cameras see happen: of which it is asked, which process listens, and why nothing is heard.
alter table camera
  add column events_flag smallint not null default 0,
  add column events_problem text;
create index camera_events_wanted on camera (tenant_id, id) where events_flag = 1;
create or replace view camera_view with (security_invoker = true) as
  select c.tenant_id, c.id, c.name, c.device_serial, c.channel_no, c.camera_type, c.camera_enter, c.area_id, c.land_id,
    coalesce((select d.online from device d where d.tenant_id = c.tenant_id and lower(d.eui) = lower(c.device_serial) and d.device_type = 'camera'), c.heard_flag, 0::smallint) as online,
    c.enabled_flag, c.description, c.object_version_number, c.creation_date, c.created_by, c.last_update_date, c.last_updated_by,
    c.platform_id, c.stream_address, c.hd_address, c.account_name, (c.sealed_secret is not null)::int::smallint as has_secret,
    c.transcode_flag, c.contentrator_id, c.record_mode, c.record_from, c.record_to, c.record_before, c.record_days, c.record_gigabytes, c.record_clarity,
    exists (select 1 from camera_share s where s.tenant_id = c.tenant_id and s.camera_id = c.id and s.revoked_at is null and s.expires_at > now())::int::smallint as shared,
    c.whep_address, c.stream_name, c.events_flag,
    case when c.events_flag = 0 or c.enabled_flag = 0 or c.camera_enter not in (1, 2, 3, 5) then null
      when not exists (select 1 from device d where d.tenant_id = c.tenant_id and lower(d.eui) = lower(c.device_serial)
        and d.device_type = 'camera' and d.enabled_flag = 1) then 'noBox'
      else c.events_problem end as events_problem
  from camera c;

-- Which process listens to which camera; one that died is followed by another.
create table camera_listener (
  tenant_id bigint not null default furrow_tenant() references tenant (id),
  camera_id bigint not null,
  holder text not null, held_until timestamptz not null,
  primary key (tenant_id, camera_id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade
);
select furrow_tenant_table('camera_listener');
create policy by_definer on camera_listener to current_user using (true) with check (true);

-- The cameras whose events are wanted and that this process takes on or goes on with, each with the box that they become
-- readings of; `speaks` where the box signs in and says by itself that it is there.
create function furrow_cameras_to_hear(process text) returns table (tenant_id bigint, camera_id bigint, device_id bigint, speaks boolean)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with wanted as (
    select c.tenant_id, c.id, d.id as device_id,
      exists (select 1 from device_credential k where k.tenant_id = d.tenant_id and k.device_id = d.id) as speaks
    from camera c
      join tenant t on t.id = c.tenant_id and t.enabled_flag = 1
      join device d on d.tenant_id = c.tenant_id and lower(d.eui) = lower(c.device_serial) and d.device_type = 'camera' and d.enabled_flag = 1
    where c.events_flag = 1 and c.enabled_flag = 1 and c.camera_enter in (1, 2, 3, 5)
  ), held as (
    insert into camera_listener as l (tenant_id, camera_id, holder, held_until)
      select w.tenant_id, w.id, process, now() + interval '30 seconds' from wanted w order by 1, 2
    on conflict (tenant_id, camera_id) do update set holder = excluded.holder, held_until = excluded.held_until
      where l.holder = excluded.holder or l.held_until < now()
    returning l.tenant_id, l.camera_id
  )
  select w.tenant_id, w.id, w.device_id, w.speaks from wanted w
    join held h on h.tenant_id = w.tenant_id and h.camera_id = w.id
$$;
revoke all on function furrow_cameras_to_hear(text) from public;
grant execute on function furrow_cameras_to_hear(text) to furrow_app;
-- A process that ends in order leaves its cameras to the next at once.
create function furrow_listener_gone(process text) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from camera_listener where holder = process
$$;
revoke all on function furrow_listener_gone(text) from public;
grant execute on function furrow_listener_gone(text) to furrow_app;
