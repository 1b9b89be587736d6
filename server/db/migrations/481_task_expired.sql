-- Lots past their day that a report used, as whoever reported said of them, and whoever accepted it of those that ended meanwhile.
alter table task add column expired jsonb not null default '[]';

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
    (select u.name from sku_view k join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id where k.tenant_id = t.tenant_id and k.id = t.harvest_sku_id) as harvest_unit,
    t.pictures, (select l.id from farm_log l where l.tenant_id = t.tenant_id and l.task_id = t.id order by l.id limit 1) as log_id,
    (select coalesce(jsonb_agg(one.line || jsonb_build_object('machineKindIdName', k.name) order by one.place), '[]')
      from jsonb_array_elements(t.machines) with ordinality as one(line, place) left join machine_kind k on k.tenant_id = t.tenant_id and k.id = (one.line->>'machineKindId')::bigint) as machines,
    t.water_used,
    (select sum(u.amount) from task_use u where u.tenant_id = t.tenant_id and u.task_id = t.id and u.kind = 'machine') as machine_cost,
    (select sum(u.amount) from task_use u where u.tenant_id = t.tenant_id and u.task_id = t.id and u.kind = 'water') as water_cost,
    (select coalesce(jsonb_agg(one.line - 'photos' || jsonb_build_object('workerIdName', w.real_name) order by one.place), '[]')
      from jsonb_array_elements(t.own_reports) with ordinality as one(line, place) left join worker w on w.tenant_id = t.tenant_id and w.id = (one.line->>'workerId')::bigint) as own_reports,
    array(select photo from jsonb_array_elements(t.own_reports) with ordinality as one(line, place) cross join jsonb_array_elements_text(one.line->'photos') with ordinality as p(photo, nth)
      order by one.place, p.nth) as own_photos,
    t.expired
  from task t join tenant n on n.id = t.tenant_id;
