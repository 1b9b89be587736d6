-- Of what adds up (rain since the last report) a device's row says what came since the tenant's day began: the last report alone tells
-- nobody how much it rained.
create function furrow_is_amount(metric text) returns boolean language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select split_part(metric, '.', 1) in ('uplinks', 'downlinks', 'crcErrors', 'irrigated', 'rainfall', 'pulses', 'insects', 'trapped')
$$;
create or replace view device_view with (security_invoker = true) as
  select d.tenant_id, d.id, d.name, d.device_type, d.eui, d.area_id, d.land_id, d.iccid, d.latlng, d.file_url, d.dialect, d.codec_id, d.report_minutes, d.enabled_flag, d.online, d.last_seen_at, d.description, d.object_version_number, d.creation_date, d.created_by, d.last_update_date, d.last_updated_by, d.camera_id,
    coalesce((select jsonb_agg(jsonb_build_object('metric', l.metric, 'value', l.value, 'at', l.at) || case when furrow_is_amount(l.metric) then jsonb_build_object('today',
      (select coalesce(sum(t.value), 0) from telemetry t where t.tenant_id = l.tenant_id and t.device_id = l.device_id and t.metric = l.metric
        and t.at >= (select date_trunc('day', now(), n.time_zone) from tenant n where n.id = l.tenant_id) and t.at <= now() + interval '1 minute')) else '{}' end order by l.metric)
    from device_latest l where l.tenant_id = d.tenant_id and l.device_id = d.id), '[]') as readings
  from device d;
