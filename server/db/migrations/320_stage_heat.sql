-- The day for which the stages of a batch were last reckoned by warmth.
alter table batch add column stages_on date;
comment on column batch.stages is 'The crop''s stages as they were when it was planned, each with the day on which it begins and by what that is told: [{name, days, heatUnits, startsOn, correctedFlag, by, heat, guessed}].';

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
    b.stages->s.place->>'name' as next_stage, (b.stages->s.place->>'startsOn')::date as next_stage_on
  from batch b join tenant t on t.id = b.tenant_id join variety v on v.tenant_id = b.tenant_id and v.id = b.variety_id
    left join lateral (select one, place::integer as place from jsonb_array_elements(b.stages) with ordinality as each (one, place)
      where (one->>'startsOn')::date <= (now() at time zone t.time_zone)::date order by place desc limit 1) s on b.state in (1, 2)
    cross join lateral (select sum(f.quantity) filter (where f.kind = 'yield') as real_yield,
      sum(f.amount) filter (where f.kind not in ('yield', 'income')) as cost,
      -- Taken back, it is as if nothing had been.
      nullif(sum(f.amount) filter (where f.kind = 'income'), 0) as income
      from batch_fact f where f.tenant_id = b.tenant_id and f.batch_id = b.id) f;

-- A rule that was made of what a stage of a batch asks of its surroundings.
alter table alarm_rule add column batch_id bigint, add column batch_stage text,
  add foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index alarm_rule_batch_id on alarm_rule (tenant_id, batch_id);
