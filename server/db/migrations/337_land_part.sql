-- Parts of plots, such as the beds of a greenhouse: [{name, acreage}]; and which of them a batch or a task has: [{landId, part}]. Of a plot of
-- which none is named all of it is meant.
alter table land add column parts jsonb not null default '[]';
alter table batch add column parts jsonb not null default '[]';
alter table task add column parts jsonb not null default '[]';

-- The parts of one plot among those that are named.
create function furrow_parts_of(parts jsonb, land bigint) returns text[] immutable parallel safe language sql as $$
  select coalesce(array_agg(one->>'part'), '{}') from jsonb_array_elements(parts) one where (one->>'landId')::bigint = land
$$;
-- Whether two that stand on a plot have parts of it that are not the same.
create function furrow_parts_apart(a jsonb, b jsonb, land bigint) returns boolean immutable parallel safe language sql as $$
  select cardinality(x.parts) > 0 and cardinality(y.parts) > 0 and not x.parts && y.parts
  from (select furrow_parts_of(a, land) as parts) x, (select furrow_parts_of(b, land) as parts) y
$$;

drop view land_view;
create view land_view with (security_invoker = true) as
  select l.*, case when g.names is null then 'free' else 'used' end as use_state, g.names as used_by
  from land l left join lateral (select string_agg(b.batch_name || coalesce(' (' || nullif(array_to_string(furrow_parts_of(b.parts, l.id), ', '), '') || ')', ''), ', ' order by b.id) as names
    from batch_land n join batch b on b.tenant_id = n.tenant_id and b.id = n.batch_id
    where n.tenant_id = l.tenant_id and n.land_id = l.id and b.state in (1, 2)) g on true;
grant select on land_view to furrow_app;

create or replace view batch_view with (security_invoker = true) as
  select b.tenant_id, b.id, b.batch_name, b.batch_code, b.area_id, b.land_ids, b.variety_id, v.crop_id, b.planted_on, b.expected_harvest_on, b.finished_on, b.planted_area, b.quantity, b.quantity_unit_id,
    b.expected_yield, b.manager_id, b.shared_flag, b.state, b.end_reason, b.description, b.object_version_number, b.creation_date, b.created_by, b.last_update_date, b.last_updated_by,
    s.one->>'name' as stage,
    f.real_yield, f.cost, b.price,
    -- What was taken in counts; until something was, what was picked at the price that is expected.
    coalesce(f.income, round(f.real_yield * b.price, 2)) as revenue,
    coalesce(f.income, round(f.real_yield * b.price, 2)) - coalesce(f.cost, 0) as margin,
    -- By what it is said to be there, how much of the stage's warmth has come, and what is expected next.
    case when s.one is not null then case when s.one->>'correctedFlag' = '1' then 'hand' else coalesce(s.one->>'by', 'days') end end as stage_by,
    (s.one->>'heat')::numeric as stage_heat, (s.one->>'heatUnits')::integer as stage_heat_units,
    b.stages->s.place->>'name' as next_stage, (b.stages->s.place->>'startsOn')::date as next_stage_on,
    (select coalesce(jsonb_agg(one.line || jsonb_build_object('landIdName', l.land_name) order by one.place), '[]')
      from jsonb_array_elements(b.parts) with ordinality as one(line, place) left join land l on l.tenant_id = b.tenant_id and l.id = (one.line->>'landId')::bigint) as parts
  from batch b join tenant t on t.id = b.tenant_id join variety v on v.tenant_id = b.tenant_id and v.id = b.variety_id
    left join lateral (select one, place::integer as place from jsonb_array_elements(b.stages) with ordinality as each (one, place)
      where (one->>'startsOn')::date <= (now() at time zone t.time_zone)::date order by place desc limit 1) s on b.state in (1, 2)
    cross join lateral (select sum(f.quantity) filter (where f.kind = 'yield') as real_yield,
      sum(f.amount) filter (where f.kind not in ('yield', 'income')) as cost,
      -- Taken back, it is as if nothing had been.
      nullif(sum(f.amount) filter (where f.kind = 'income'), 0) as income
      from batch_fact f where f.tenant_id = b.tenant_id and f.batch_id = b.id) f;

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
      from jsonb_array_elements(t.parts) with ordinality as one(line, place) left join land l on l.tenant_id = t.tenant_id and l.id = (one.line->>'landId')::bigint) as parts
  from task t join tenant n on n.id = t.tenant_id;
