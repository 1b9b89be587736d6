-- What the tasks of a recurring one are thought to take, and from which warehouse.
alter table task_repeat add column warehouse_id bigint, add column materials jsonb not null default '[]',
  add foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index task_repeat_warehouse_id on task_repeat (tenant_id, warehouse_id);
create or replace view task_repeat_view with (security_invoker = true) as
  select r.tenant_id, r.id, r.title, r.task_type_id, r.priority, r.area_id, r.land_ids, r.batch_id, r.leader_id, r.participant_ids, r.period, r.gap, r.weekdays, r.starts_on, r.until, r.days, r.lead_days, r.planned_hours, r.photo_count, r.enabled_flag, r.next_on, r.made, r.problem, r.description, r.object_version_number, r.creation_date, r.created_by, r.last_update_date, r.last_updated_by,
    (select coalesce(jsonb_agg(one.line || jsonb_build_object('landIdName', l.land_name) order by one.place), '[]')
      from jsonb_array_elements(r.parts) with ordinality as one(line, place) left join land l on l.tenant_id = r.tenant_id and l.id = (one.line->>'landId')::bigint) as parts,
    r.warehouse_id,
    (select coalesce(jsonb_agg(one.line || jsonb_build_object('skuIdName', k.name, 'unitName', u.name) order by one.place), '[]')
      from jsonb_array_elements(r.materials) with ordinality as one(line, place) left join sku_view k on k.tenant_id = r.tenant_id and k.id = (one.line->>'skuId')::bigint
        left join unit u on u.tenant_id = r.tenant_id and u.id = k.unit_id) as materials
  from task_repeat r;
