-- What a kilogram is expected to bring, what was really taken in, and what is left of it.
alter table batch add column price numeric(10, 2);
alter table batch_fact drop constraint batch_fact_kind_check;
alter table batch_fact add constraint batch_fact_kind_check check (kind in ('input', 'labor', 'machine', 'water', 'power', 'yield', 'income', 'other'));

create or replace view batch_view with (security_invoker = true) as
  select b.tenant_id, b.id, b.batch_name, b.batch_code, b.area_id, b.land_ids, b.variety_id, v.crop_id, b.planted_on, b.expected_harvest_on, b.finished_on, b.planted_area, b.quantity, b.quantity_unit_id,
    b.expected_yield, b.manager_id, b.shared_flag, b.state, b.end_reason, b.description, b.object_version_number, b.creation_date, b.created_by, b.last_update_date, b.last_updated_by,
    case when b.state in (1, 2) then (select one->>'name' from jsonb_array_elements(b.stages) with ordinality as each (one, place)
      where (one->>'startsOn')::date <= (now() at time zone t.time_zone)::date order by place desc limit 1) end as stage,
    f.real_yield, f.cost, b.price,
    -- What was taken in counts; until something was, what was picked at the price that is expected.
    coalesce(f.income, round(f.real_yield * b.price, 2)) as revenue,
    coalesce(f.income, round(f.real_yield * b.price, 2)) - coalesce(f.cost, 0) as margin
  from batch b join tenant t on t.id = b.tenant_id join variety v on v.tenant_id = b.tenant_id and v.id = b.variety_id
    cross join lateral (select sum(f.quantity) filter (where f.kind = 'yield') as real_yield,
      sum(f.amount) filter (where f.kind not in ('yield', 'income')) as cost,
      -- Taken back, it is as if nothing had been.
      nullif(sum(f.amount) filter (where f.kind = 'income'), 0) as income
      from batch_fact f where f.tenant_id = b.tenant_id and f.batch_id = b.id) f;
