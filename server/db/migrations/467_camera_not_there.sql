-- The box on a camera's pole may be heard while its maker's cloud says that the camera is not there: whoever looked last
-- knows better, for a while.
create or replace view camera_view with (security_invoker = true) as
  select c.tenant_id, c.id, c.name, c.device_serial, c.channel_no, c.camera_type, c.camera_enter, c.area_id, c.land_id,
    case when c.heard_flag = 0 and c.heard_at > now() - interval '15 minutes' then 0::smallint
      else coalesce((select d.online from device d where d.tenant_id = c.tenant_id and lower(d.eui) = lower(c.device_serial) and d.device_type = 'camera'), c.heard_flag, 0::smallint) end as online,
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
