-- Beside what came today: of the last hour and of the last day, as a device's own page says them.
create or replace view device_view with (security_invoker = true) as
  select d.tenant_id, d.id, d.name, d.device_type, d.eui, d.area_id, d.land_id, d.iccid, d.latlng, d.file_url, d.dialect, d.codec_id, d.report_minutes, d.enabled_flag, d.online, d.last_seen_at, d.description, d.object_version_number, d.creation_date, d.created_by, d.last_update_date, d.last_updated_by, d.camera_id,
    coalesce((select jsonb_agg(jsonb_build_object('metric', l.metric, 'value', l.value, 'at', l.at) || case when furrow_is_amount(l.metric) then
      (select jsonb_build_object('hour', coalesce(sum(t.value) filter (where t.at > now() - interval '1 hour'), 0),
          'today', coalesce(sum(t.value) filter (where t.at >= date_trunc('day', now(), n.time_zone)), 0),
          'day', coalesce(sum(t.value) filter (where t.at > now() - interval '24 hours'), 0))
        from tenant n left join telemetry t on t.tenant_id = n.id and t.device_id = l.device_id and t.metric = l.metric
          and t.at > now() - interval '25 hours' and t.at <= now() + interval '1 minute' where n.id = l.tenant_id group by n.id) else '{}' end order by l.metric)
    from device_latest l where l.tenant_id = d.tenant_id and l.device_id = d.id), '[]') as readings
  from device d;
