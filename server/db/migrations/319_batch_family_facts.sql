-- By what weight what a batch had was shared, what went along, and what it was before; a link that was taken back stays, because the facts that it passed on stay.
alter table batch_link add column weight numeric(12, 3) not null default 1,
  add column happened_on date, add column parent_state smallint not null default 1,
  -- Tasks, recurring ones and plans: {"task": [7, 8]}.
  add column passed jsonb not null default '{}',
  add column undone_at timestamptz, add column undone_by bigint;
update batch_link k set happened_on = (k.creation_date at time zone t.time_zone)::date,
    weight = case k.kind when 'split' then coalesce(b.planted_area, b.quantity, 1) else 1 end
  from tenant t, batch b where t.id = k.tenant_id and b.tenant_id = k.tenant_id and b.id = k.child_id;
alter table batch_link alter column happened_on set not null;
grant update on batch_link to furrow_app;

-- What goes on in others is no end with a reason, but a state of its own.
update batch b set state = case k.kind when 'split' then 5 else 6 end, end_reason = null
  from batch_link k where k.tenant_id = b.tenant_id and k.parent_id = b.id and b.state = 4;

alter table batch_fact drop constraint batch_fact_source_kind_check;
alter table batch_fact add constraint batch_fact_source_kind_check check (source_kind in ('task', 'harvest', 'meter', 'hand', 'split', 'merge'));
-- How a change came about in a family of batches; the note then names the others.
alter table batch_change add column turn text check (turn in ('splitInto', 'splitFrom', 'mergedInto', 'mergedFrom', 'undone'));

-- The ground of what was split or merged is held, from the day of planting on, by what it became.
create or replace function furrow_batch_until(state smallint, planted_on date, expected_harvest_on date, finished_on date, today date) returns date immutable parallel safe language sql as $$
  select case when state in (5, 6) then planted_on when state = 4 then finished_on else greatest(planted_on + 1, case when state = 3 then finished_on when state = 0 then coalesce(expected_harvest_on, 'infinity') else greatest(coalesce(expected_harvest_on, 'infinity'), today + 1) end) end
$$;
