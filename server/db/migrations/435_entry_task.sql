-- What is to be seen before a task is begun; and which task an entry of the journal became. Not a reference: a task that is deleted may come
-- back within a month, and its entry with it or without it.
alter table task add column pictures text[] not null default '{}';
alter table farm_log add column task_id bigint;
create index farm_log_task_id on farm_log (tenant_id, task_id);

drop view farm_log_view;
create view farm_log_view with (security_invoker = true) as
  select l.tenant_id, l.id, l.log_title, l.log_level, l.log_type, l.content, l.area_id, l.land_id, l.batch_id, l.latlng, l.happened_at, l.description,
    l.object_version_number, l.creation_date, l.created_by, l.last_update_date, l.last_updated_by, l.voice,
    (select real_name from account a where a.id = l.created_by) as author,
    case when l.created_by = nullif(current_setting('app.person', true), '')::bigint then 1 else 0 end::smallint as mine_flag,
    k.id as task_id, case when k.id is null then 0 else 1 end::smallint as task_flag
  from farm_log l left join task k on k.tenant_id = l.tenant_id and k.id = l.task_id;
grant select on farm_log_view to furrow_app;

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
    t.pictures, (select l.id from farm_log l where l.tenant_id = t.tenant_id and l.task_id = t.id order by l.id limit 1) as log_id
  from task t join tenant n on n.id = t.tenant_id;
