-- The camera that looks at a device, so that an order can be watched while it is carried out. Cameras name devices too: where a tenant goes as a whole, both are looked at last.
alter table device
  add column camera_id bigint,
  add foreign key (tenant_id, camera_id) references camera (tenant_id, id) deferrable;
create index device_camera_id on device (tenant_id, camera_id) where camera_id is not null;
drop view device_view;
create view device_view with (security_invoker = true) as
  select d.tenant_id, d.id, d.name, d.device_type, d.eui, d.area_id, d.land_id, d.iccid, d.latlng, d.file_url, d.dialect, d.codec_id, d.report_minutes, d.enabled_flag, d.online, d.last_seen_at, d.description, d.object_version_number, d.creation_date, d.created_by, d.last_update_date, d.last_updated_by, d.camera_id,
    coalesce((select jsonb_agg(jsonb_build_object('metric', l.metric, 'value', l.value, 'at', l.at) order by l.metric)
    from device_latest l where l.tenant_id = d.tenant_id and l.device_id = d.id), '[]') as readings
  from device d;
grant select on device_view to furrow_app;
