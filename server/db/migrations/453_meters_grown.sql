-- What a meter counted on within an hour or a day, value by value: set back twice, its ends and extremes no longer tell it. Null where
-- that was not counted and the values are gone.
alter table telemetry_hour add column grown double precision;
alter table telemetry_day add column grown double precision;

update telemetry_hour h set grown = v.grown from (
  select tenant_id, device_id, metric, bucket, count(*) as count, sum(case when before is null then 0 when value < before then value else value - before end) as grown
  from (select tenant_id, device_id, metric, date_trunc('hour', at) as bucket, value,
      lag(value) over (partition by tenant_id, device_id, metric, date_trunc('hour', at) order by at) as before
    from telemetry where metric = 'energy') t group by 1, 2, 3, 4
) v where h.tenant_id = v.tenant_id and h.device_id = v.device_id and h.metric = v.metric and h.at = v.bucket and h.count = v.count;
update telemetry_day d set grown = v.grown from (
  select tenant_id, device_id, metric, bucket, count(*) as count, sum(case when before is null then 0 when value < before then value else value - before end) as grown
  from (select t.tenant_id, t.device_id, t.metric, date_trunc('day', t.at, n.time_zone) as bucket, t.value,
      lag(t.value) over (partition by t.tenant_id, t.device_id, t.metric, date_trunc('day', t.at, n.time_zone) order by t.at) as before
    from telemetry t join tenant n on n.id = t.tenant_id where t.metric = 'energy') t group by 1, 2, 3, 4
) v where d.tenant_id = v.tenant_id and d.device_id = v.device_id and d.metric = v.metric and d.at = v.bucket and d.count = v.count;
