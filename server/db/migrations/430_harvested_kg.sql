-- What was picked counts in the goods' own unit; beside it stands what that weighs, which is the batch's yield.
alter table task add column harvested_kg numeric(14, 3);
-- What was accepted stays as it was booked. Of what waits, the weight is known where the goods are counted in kilograms, or none are named.
update task t set harvested_kg = harvested
  where harvested > 0 and (state = 4 or harvest_sku_id is null or exists (select 1 from sku_view k
    join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id and lower(u.code) = 'kg' where k.tenant_id = t.tenant_id and k.id = t.harvest_sku_id));

create or replace view task_view with (security_invoker = true) as
  select t.tenant_id, t.id, t.title, t.task_code, t.task_type_id, t.priority, t.state, t.result, t.area_id, t.land_ids, t.batch_id, t.leader_id, t.participant_ids,
    t.starts_on, t.ends_on, t.planned_hours, t.photo_count, t.warehouse_id, t.description, t.reason, t.started_at, t.finished_at, t.closed_at, t.rework_count,
    t.photos, t.harvest_sku_id, t.harvested, t.report_note, t.use_document_id,
    t.object_version_number, t.creation_date, t.created_by, t.last_update_date, t.last_updated_by,
    case when t.state in (0, 1, 2) and t.ends_on < (now() at time zone n.time_zone)::date then 1 else 0 end::smallint as overdue_flag,
    (select coalesce(jsonb_agg(one.line || jsonb_build_object('skuIdName', k.name, 'unitName', u.name) order by one.place), '[]')
      from jsonb_array_elements(t.materials) with ordinality as one(line, place) left join sku_view k on k.tenant_id = t.tenant_id and k.id = (one.line->>'skuId')::bigint
        left join unit u on u.tenant_id = t.tenant_id and u.id = k.unit_id) as materials,
    (select coalesce(jsonb_agg(one.line || jsonb_build_object('skuIdName', k.name, 'unitName', u.name) order by one.place), '[]')
      from jsonb_array_elements(t.used) with ordinality as one(line, place) left join sku_view k on k.tenant_id = t.tenant_id and k.id = (one.line->>'skuId')::bigint
        left join unit u on u.tenant_id = t.tenant_id and u.id = k.unit_id) as used,
    (select coalesce(jsonb_agg(one.line || jsonb_build_object('workerIdName', w.real_name) order by one.place), '[]')
      from jsonb_array_elements(t.hours) with ordinality as one(line, place) left join worker w on w.tenant_id = t.tenant_id and w.id = (one.line->>'workerId')::bigint) as hours,
    (select sum(w.hours) from work_hours w where w.tenant_id = t.tenant_id and w.task_id = t.id) as worked_hours,
    (select sum(w.amount) from work_hours w where w.tenant_id = t.tenant_id and w.task_id = t.id) as labor_cost,
    (select -sum(g.value) from stock_ledger g where g.tenant_id = t.tenant_id and g.document_id = t.use_document_id) as input_cost,
    t.checklist, t.own_fields, t.piece_unit, t.piece_rate, t.approval_flag,
    t.start_latlng, t.start_accuracy, t.finish_latlng, t.finish_accuracy,
    (select coalesce(jsonb_agg(one.line || jsonb_build_object('landIdName', l.land_name) order by one.place), '[]')
      from jsonb_array_elements(t.parts) with ordinality as one(line, place) left join land l on l.tenant_id = t.tenant_id and l.id = (one.line->>'landId')::bigint) as parts,
    t.harvested_kg,
    (select u.name from sku_view k join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id where k.tenant_id = t.tenant_id and k.id = t.harvest_sku_id) as harvest_unit
  from task t join tenant n on n.id = t.tenant_id;
