-- Whoever waived an interval for a task waived what had been used until then; what is used later asks anew.
alter table task add column harvest_waived_at timestamptz;

-- When each thing was used, and by which task: what was used after an act, or by it, does not speak against it.
drop function furrow_plot_treatments(bigint[]);
create function furrow_plot_treatments(plots bigint[]) returns table (land_id bigint, sku_id bigint, name text, occurred_on date, harvest_from date, reentry_until timestamptz, used_at timestamptz, task_id bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select x.land_id, k.id, k.name, d.occurred_on, case when p.safety_interval > 0 then d.occurred_on + p.safety_interval end,
    case when p.reentry_hours > 0 then coalesce(t.finished_at, d.occurred_on::timestamp at time zone n.time_zone) + make_interval(hours => p.reentry_hours) end,
    coalesce(t.finished_at, d.occurred_on::timestamp at time zone n.time_zone), t.id
  from stock_document d join tenant n on n.id = d.tenant_id
    left join task t on t.tenant_id = d.tenant_id and t.use_document_id = d.id
    cross join lateral unnest(case when cardinality(t.land_ids) > 0 then t.land_ids else array[d.land_id] end) as x(land_id)
    join stock_document_line l on l.tenant_id = d.tenant_id and l.document_id = d.id
    join sku_view k on k.tenant_id = d.tenant_id and k.id = l.sku_id
    join product p on p.tenant_id = d.tenant_id and p.id = k.product_id
  where d.tenant_id = furrow_tenant() and d.audit_status = 2 and d.purpose = 'use' and d.kind in ('shipment', 'input_shipment')
    and d.occurred_on > (now() at time zone n.time_zone)::date - 366
    and x.land_id = any(plots) and (p.safety_interval > 0 or p.reentry_hours > 0)
  -- What is reported keeps people off before anybody has accepted it.
  union all
  select x.land_id, k.id, k.name, f.day, case when p.safety_interval > 0 then f.day + p.safety_interval end,
    case when p.reentry_hours > 0 then t.finished_at + make_interval(hours => p.reentry_hours) end, t.finished_at, t.id
  from task t join tenant n on n.id = t.tenant_id cross join lateral (select (t.finished_at at time zone n.time_zone)::date as day) f
    cross join lateral unnest(t.land_ids) as x(land_id)
    cross join lateral jsonb_array_elements(t.used) as l(line)
    join sku_view k on k.tenant_id = t.tenant_id and k.id = (l.line->>'skuId')::bigint
    join product p on p.tenant_id = t.tenant_id and p.id = k.product_id
  where t.tenant_id = furrow_tenant() and t.state = 3 and x.land_id = any(plots) and (p.safety_interval > 0 or p.reentry_hours > 0)
$$;
revoke all on function furrow_plot_treatments(bigint[]) from public;
grant execute on function furrow_plot_treatments(bigint[]) to furrow_app;
