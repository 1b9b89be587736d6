-- What a mean of directions is made of: the sums of the sines and cosines. Null where nothing but degrees was counted.
alter table telemetry_hour add column east double precision, add column north double precision;
alter table telemetry_day add column east double precision, add column north double precision;

-- Of what was counted before, as far as the values themselves are still there, all of them.
update telemetry_hour h set east = v.east, north = v.north from (
  select tenant_id, device_id, metric, date_trunc('hour', at) as at, count(*) as count, sum(sind(value)) as east, sum(cosd(value)) as north
  from telemetry where metric = 'windDirection' group by 1, 2, 3, 4
) v where h.tenant_id = v.tenant_id and h.device_id = v.device_id and h.metric = v.metric and h.at = v.at and h.count = v.count;
update telemetry_day d set east = v.east, north = v.north from (
  select t.tenant_id, t.device_id, t.metric, date_trunc('day', t.at, n.time_zone) as at, count(*) as count, sum(sind(t.value)) as east, sum(cosd(t.value)) as north
  from telemetry t join tenant n on n.id = t.tenant_id where t.metric = 'windDirection' group by 1, 2, 3, 4
) v where d.tenant_id = v.tenant_id and d.device_id = v.device_id and d.metric = v.metric and d.at = v.at and d.count = v.count;
