-- Work that is paid by the piece: what its type counts and pays, which a task keeps as it was when it was made, and what was
-- counted of each person beside the hours, or instead of them.
alter table task_type add column pay_by text not null default 'hour' check (pay_by in ('hour', 'piece')),
  add column piece_unit text, add column piece_rate numeric(8, 4);
alter table task add column piece_unit text, add column piece_rate numeric(8, 4);
alter table work_hours alter column hours drop not null,
  add column pieces numeric(10, 2), add column piece_unit text, add column piece_rate numeric(8, 4);
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
    t.checklist, t.own_fields, t.piece_unit, t.piece_rate
  from task t join tenant n on n.id = t.tenant_id;

create or replace view work_hours_view with (security_invoker = true) as
  select w.tenant_id, w.id, w.worked_on, w.worker_id, t.area_id, w.task_id, t.title as task_title, t.batch_id, w.hours, w.day_wage, w.amount,
    1 as object_version_number, w.creation_date, w.created_by, w.creation_date as last_update_date, w.created_by as last_updated_by,
    w.pieces, w.piece_unit, w.piece_rate
  from work_hours w join task t on t.tenant_id = w.tenant_id and t.id = w.task_id
  where w.reverses_id is null and not exists (select 1 from work_hours r where r.tenant_id = w.tenant_id and r.reverses_id = w.id);

create or replace view work_month_view with (security_invoker = true) as
  select m.tenant_id, m.id, m.month, m.worker_id, m.area_id, m.days, m.tasks, m.hours, m.amount,
    1 as object_version_number, m.creation_date, null::bigint as created_by, m.last_update_date, null::bigint as last_updated_by,
    -- Jin and boxes do not add up: each unit by itself.
    (select string_agg(trim_scale(p.pieces)::text || ' ' || p.piece_unit, ', ' order by p.piece_unit)
      from (select x.piece_unit, sum(x.pieces) as pieces from work_hours_view x
        where x.tenant_id = m.tenant_id and x.worker_id = m.worker_id and x.area_id = m.area_id and x.pieces is not null
          and to_char(x.worked_on, 'YYYY-MM') = m.month group by x.piece_unit) p) as pieces,
    m.piece_amount
  from (select w.tenant_id, min(w.id) as id, to_char(w.worked_on, 'YYYY-MM') as month, w.worker_id, w.area_id,
      count(distinct w.worked_on)::integer as days, count(distinct w.task_id)::integer as tasks, sum(w.hours) as hours, sum(w.amount) as amount,
      min(w.creation_date) as creation_date, max(w.creation_date) as last_update_date, sum(w.amount) filter (where w.pieces is not null) as piece_amount
    from work_hours_view w group by w.tenant_id, to_char(w.worked_on, 'YYYY-MM'), w.worker_id, w.area_id) m;
