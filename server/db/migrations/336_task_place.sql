-- Where a task was begun and finished, as the phone of whoever agreed to it said, and how far off that may be.
alter table task add column start_latlng text, add column start_accuracy integer, add column finish_latlng text, add column finish_accuracy integer;
alter table work_option add column place_flag smallint not null default 1 check (place_flag in (0, 1));

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
    t.start_latlng, t.start_accuracy, t.finish_latlng, t.finish_accuracy
  from task t join tenant n on n.id = t.tenant_id;
