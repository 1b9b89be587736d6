-- In whose words a device speaks: ours, or its maker's (docs/devices.md, dialects).
alter table device add column dialect text not null default 'standard';
drop view device_view;
create view device_view with (security_invoker = true) as
  select d.*, coalesce((select jsonb_agg(jsonb_build_object('metric', l.metric, 'value', l.value, 'at', l.at) order by l.metric)
    from device_latest l where l.tenant_id = d.tenant_id and l.device_id = d.id), '[]') as readings
  from device d;
grant select on device_view to furrow_app;

-- Whoever signs in is heard in its own words.
drop function furrow_device_by_key(text);
create function furrow_device_by_key(given text) returns table (tenant_id bigint, device_id bigint, device_type text, dialect text, secret_hash text)
language sql stable security definer set search_path = public as $$
  select c.tenant_id, c.device_id, d.device_type, d.dialect, c.secret_hash
  from device_credential c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id join tenant t on t.id = c.tenant_id
  where c.key = given and d.enabled_flag = 1 and t.enabled_flag = 1
$$;
revoke all on function furrow_device_by_key(text) from public;
grant execute on function furrow_device_by_key(text) to furrow_app;

-- A camera is to be heard while the box on its pole is: the device whose number is its serial.
alter table camera drop column online;
create view camera_view with (security_invoker = true) as
  select c.tenant_id, c.id, c.name, c.device_serial, c.channel_no, c.camera_type, c.camera_enter, c.area_id, c.land_id,
    coalesce((select d.online from device d where d.tenant_id = c.tenant_id and lower(d.eui) = lower(c.device_serial) and d.device_type = 'camera'), 0::smallint) as online,
    c.enabled_flag, c.description, c.object_version_number, c.creation_date, c.created_by, c.last_update_date, c.last_updated_by
  from camera c;
grant select on camera_view to furrow_app;
-- Whoever looks at cameras sees it at once.
create function furrow_camera_heard() returns trigger language plpgsql as $$
begin
  perform pg_notify('furrow_live', json_build_object('tenant', c.tenant_id, 'resource', 'camera', 'ids', json_build_array(c.id), 'kind', 'updated')::text)
  from camera c where c.tenant_id = new.tenant_id and lower(c.device_serial) = lower(new.eui);
  return null;
end $$;
create trigger camera_heard after update of online on device for each row
  when (old.online is distinct from new.online and new.device_type = 'camera') execute function furrow_camera_heard();
