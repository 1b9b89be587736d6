-- A number that is worked out may have a unit of its own.
alter table calculation add column unit text;
create or replace view calculation_view with (security_invoker = true) as
  select c.tenant_id, c.id, c.name, c.device_id, c.quantity, c.quantity || '.' || c.slot as metric, c.inputs, c.formula, c.step_minutes, c.enabled_flag,
    case when lost.names <> '{}' then 'broken' else c.state end as state, case when lost.names <> '{}' then array_to_string(lost.names, ', ') else c.problem end as problem,
    l.value::numeric(19, 6) as last_value, l.at as last_at, c.calculated_to, c.description,
    c.object_version_number, c.creation_date, c.created_by, c.last_update_date, c.last_updated_by, c.unit
  from calculation c cross join lateral (select furrow_lost_inputs(c.inputs) as names) lost
    left join device_latest l on l.tenant_id = c.tenant_id and l.device_id = c.device_id and l.metric = c.quantity || '.' || c.slot;
