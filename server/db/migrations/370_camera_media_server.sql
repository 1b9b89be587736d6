-- Streams of media servers, and cameras that an outside server plays as WebRTC.
alter table camera_platform
  drop constraint camera_platform_kind_check,
  add constraint camera_platform_kind_check check (kind in ('ezviz', 'wvp', 'go2rtc', 'mediamtx', 'srs', 'zlm')),
  add column stream_url text,
  add column whep_url text;
create or replace view camera_platform_view with (security_invoker = true) as
  select tenant_id, id, name, kind, url, account_name, enabled_flag, (sealed_secret is not null)::int::smallint as has_secret,
    checked_at, problem, description, object_version_number, creation_date, created_by, last_update_date, last_updated_by,
    stream_url, whep_url
  from camera_platform;

alter table camera
  add column whep_address text,
  add column stream_name text;
create or replace view camera_view with (security_invoker = true) as
  select c.tenant_id, c.id, c.name, c.device_serial, c.channel_no, c.camera_type, c.camera_enter, c.area_id, c.land_id,
    coalesce((select d.online from device d where d.tenant_id = c.tenant_id and lower(d.eui) = lower(c.device_serial) and d.device_type = 'camera'), c.heard_flag, 0::smallint) as online,
    c.enabled_flag, c.description, c.object_version_number, c.creation_date, c.created_by, c.last_update_date, c.last_updated_by,
    c.platform_id, c.stream_address, c.hd_address, c.account_name, (c.sealed_secret is not null)::int::smallint as has_secret,
    c.transcode_flag, c.contentrator_id, c.record_mode, c.record_from, c.record_to, c.record_before, c.record_days, c.record_gigabytes, c.record_clarity,
    exists (select 1 from camera_share s where s.tenant_id = c.tenant_id and s.camera_id = c.id and s.revoked_at is null and s.expires_at > now())::int::smallint as shared,
    c.whep_address, c.stream_name
  from camera c;
