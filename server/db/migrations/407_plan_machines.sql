-- What machines the steps of a package take on each mu, and the items of a plan in all, in hours.
alter table plan_package add column machines jsonb not null default '[]';
alter table plan_item add column machines jsonb not null default '[]';

create or replace view plan_package_view with (security_invoker = true) as
  select p.tenant_id, p.id, p.package_name, p.crop_id, p.enabled_flag, p.description,
    p.object_version_number, p.creation_date, p.created_by, p.last_update_date, p.last_updated_by,
    jsonb_array_length(p.steps) as step_count,
    (select max((one->>'offsetDays')::integer + (one->>'days')::integer) - min((one->>'offsetDays')::integer) from jsonb_array_elements(p.steps) as one) as total_days,
    (select coalesce(jsonb_agg(one.line || jsonb_build_object('taskTypeIdName', y.name) order by one.place), '[]')
      from jsonb_array_elements(p.steps) with ordinality as one(line, place) left join task_type y on y.tenant_id = p.tenant_id and y.id = (one.line->>'taskTypeId')::bigint) as steps,
    (select coalesce(jsonb_agg(one.line || jsonb_build_object('skuIdName', k.name, 'unitName', u.name) order by one.place), '[]')
      from jsonb_array_elements(p.inputs) with ordinality as one(line, place) left join sku_view k on k.tenant_id = p.tenant_id and k.id = (one.line->>'skuId')::bigint
        left join unit u on u.tenant_id = p.tenant_id and u.id = k.unit_id) as inputs,
    (select coalesce(jsonb_agg(one.line || jsonb_build_object('machineKindIdName', k.name) order by one.place), '[]')
      from jsonb_array_elements(p.machines) with ordinality as one(line, place) left join machine_kind k on k.tenant_id = p.tenant_id and k.id = (one.line->>'machineKindId')::bigint) as machines
  from plan_package p;

create or replace view plan_item_view with (security_invoker = true) as
  select p.tenant_id, p.id, p.plan_id, p.area_id, p.batch_id, p.title, p.task_type_id, d.state, d.starts_on, d.ends_on, p.after_ids, p.lag_days,
    case when d.state = 3 then 100 when d.state = 2 then least(90, greatest(5, (100 * (d.now - d.starts_on + 1)) / greatest(1, d.ends_on - d.starts_on + 1))) else 0 end as progress,
    case when d.state <> 3 and coalesce(t.ends_on, p.ends_on) < d.now then 1 else 0 end::smallint as late_flag,
    p.baseline_starts_on, p.baseline_ends_on,
    case when d.state <> 3 then greatest(d.ends_on, d.now) else d.ends_on end - p.baseline_ends_on as slip_days,
    p.leader_id, p.people, p.planned_hours, p.description, p.task_id,
    p.object_version_number, p.creation_date, p.created_by, p.last_update_date, p.last_updated_by,
    (select coalesce(jsonb_agg(one.line || jsonb_build_object('skuIdName', k.name, 'unitName', u.name) order by one.place), '[]')
      from jsonb_array_elements(p.materials) with ordinality as one(line, place) left join sku_view k on k.tenant_id = p.tenant_id and k.id = (one.line->>'skuId')::bigint
        left join unit u on u.tenant_id = p.tenant_id and u.id = k.unit_id) as materials,
    (select coalesce(jsonb_agg(one.line || jsonb_build_object('machineKindIdName', k.name) order by one.place), '[]')
      from jsonb_array_elements(p.machines) with ordinality as one(line, place) left join machine_kind k on k.tenant_id = p.tenant_id and k.id = (one.line->>'machineKindId')::bigint) as machines
  from plan_item p join tenant n on n.id = p.tenant_id left join task t on t.tenant_id = p.tenant_id and t.id = p.task_id and t.state <> 5
    cross join lateral (select (now() at time zone n.time_zone)::date as now,
      case when t.id is null then 0 when t.state in (0, 1) then 1 when t.state = 2 then 2 else 3 end::smallint as state,
      coalesce(least((t.started_at at time zone n.time_zone)::date, (coalesce(t.finished_at, t.closed_at) at time zone n.time_zone)::date), t.starts_on, p.starts_on) as starts_on,
      case when t.state in (3, 4) then coalesce((coalesce(t.finished_at, t.closed_at) at time zone n.time_zone)::date, t.ends_on)
        when t.state = 2 then greatest(t.ends_on, (now() at time zone n.time_zone)::date) else coalesce(t.ends_on, p.ends_on) end as ends_on) d;

-- Lines have no foreign key: a kind of machine that a package or an item names stays.
create function furrow_named_by_plan() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  named jsonb = jsonb_build_array(jsonb_build_object('machineKindId', old.id));
begin
  if exists (select 1 from plan_package p where p.tenant_id = old.tenant_id and p.machines @> named) then
    raise foreign_key_violation using message = 'a plan package names it', table = 'plan_package';
  end if;
  if exists (select 1 from plan_item p where p.tenant_id = old.tenant_id and p.machines @> named) then
    raise foreign_key_violation using message = 'a plan names it', table = 'plan_item';
  end if;
  return old;
end $$;
revoke all on function furrow_named_by_plan() from public;
create trigger named_by_plan before delete on machine_kind for each row execute function furrow_named_by_plan();
