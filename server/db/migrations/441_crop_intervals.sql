-- What a crop wants of its place, what a mu of it gives, what attacks it, and how long before its harvest an input is used last:
-- the same input waits longer on one crop than on another.
alter table crop add column row_spacing numeric(6, 1), add column plant_spacing numeric(6, 1), add column yield_per_mu numeric(9, 2),
  add column pests jsonb not null default '[]', add column intervals jsonb not null default '[]';

create view crop_view with (security_invoker = true) as
  select c.tenant_id, c.id, c.name, c.code, c.category, c.family, c.rotation_years, c.base_temperature, c.upper_temperature, c.stages,
    c.row_spacing, c.plant_spacing, c.yield_per_mu, c.pests,
    (select coalesce(jsonb_agg(one.line || jsonb_build_object('productIdName', p.name) order by one.place), '[]')
      from jsonb_array_elements(c.intervals) with ordinality as one(line, place) left join product p on p.tenant_id = c.tenant_id and p.id = (one.line->>'productId')::bigint) as intervals,
    c.picture, c.enabled_flag, c.description, c.object_version_number, c.creation_date, c.created_by, c.last_update_date, c.last_updated_by
  from crop c;
grant select on crop_view to furrow_app;

-- Lines have no foreign key: an input that a crop names stays.
create function furrow_product_named_by_crop() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from crop c where c.tenant_id = old.tenant_id and c.intervals @> jsonb_build_array(jsonb_build_object('productId', old.id))) then
    raise foreign_key_violation using message = 'a crop names it', table = 'crop';
  end if;
  return old;
end $$;
revoke all on function furrow_product_named_by_crop() from public;
create trigger named_by_crop before delete on product for each row execute function furrow_product_named_by_crop();

-- Days between the use of an input and the harvest: what the crop says that is meant or stood on the plot on that day, the longest of
-- several; else what the input says of all.
create function furrow_safety_interval(input bigint, plot bigint, day date, batch bigint) returns integer
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(
    (select max(coalesce((select (i->>'safetyInterval')::integer from jsonb_array_elements(c.intervals) i where (i->>'productId')::bigint = input), p.safety_interval))
      from batch b join variety v on v.tenant_id = b.tenant_id and v.id = b.variety_id join crop c on c.tenant_id = v.tenant_id and c.id = v.crop_id
      where b.tenant_id = furrow_tenant() and (b.id = furrow_safety_interval.batch
        or furrow_safety_interval.batch is null and b.planted_on <= day and (b.state in (1, 2) or b.finished_on >= day)
          and exists (select 1 from batch_land l where l.tenant_id = b.tenant_id and l.batch_id = b.id and l.land_id = plot))),
    p.safety_interval)
  from product p where p.tenant_id = furrow_tenant() and p.id = input
$$;
revoke all on function furrow_safety_interval(bigint, bigint, date, bigint) from public;
grant execute on function furrow_safety_interval(bigint, bigint, date, bigint) to furrow_app;

create or replace function furrow_plot_treatments(plots bigint[]) returns table (land_id bigint, sku_id bigint, name text, occurred_on date, harvest_from date, reentry_until timestamptz, used_at timestamptz, task_id bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select x.land_id, k.id, k.name, d.occurred_on, case when i.days > 0 then d.occurred_on + i.days end,
    case when p.reentry_hours > 0 then coalesce(t.finished_at, d.occurred_on::timestamp at time zone n.time_zone) + make_interval(hours => p.reentry_hours) end,
    coalesce(t.finished_at, d.occurred_on::timestamp at time zone n.time_zone), t.id
  from stock_document d join tenant n on n.id = d.tenant_id
    left join task t on t.tenant_id = d.tenant_id and t.use_document_id = d.id
    cross join lateral unnest(case when cardinality(t.land_ids) > 0 then t.land_ids else array[d.land_id] end) as x(land_id)
    join stock_document_line l on l.tenant_id = d.tenant_id and l.document_id = d.id
    join sku_view k on k.tenant_id = d.tenant_id and k.id = l.sku_id
    join product p on p.tenant_id = d.tenant_id and p.id = k.product_id
    cross join lateral (select furrow_safety_interval(p.id, x.land_id, d.occurred_on, t.batch_id) as days) i
  where d.tenant_id = furrow_tenant() and d.audit_status = 2 and d.purpose = 'use' and d.kind in ('shipment', 'input_shipment')
    and d.occurred_on > (now() at time zone n.time_zone)::date - 366
    and x.land_id = any(plots) and (i.days > 0 or p.reentry_hours > 0)
  -- What is reported keeps people off before anybody has accepted it.
  union all
  select x.land_id, k.id, k.name, f.day, case when i.days > 0 then f.day + i.days end,
    case when p.reentry_hours > 0 then t.finished_at + make_interval(hours => p.reentry_hours) end, t.finished_at, t.id
  from task t join tenant n on n.id = t.tenant_id cross join lateral (select (t.finished_at at time zone n.time_zone)::date as day) f
    cross join lateral unnest(t.land_ids) as x(land_id)
    cross join lateral jsonb_array_elements(t.used) as l(line)
    join sku_view k on k.tenant_id = t.tenant_id and k.id = (l.line->>'skuId')::bigint
    join product p on p.tenant_id = t.tenant_id and p.id = k.product_id
    cross join lateral (select furrow_safety_interval(p.id, x.land_id, f.day, t.batch_id) as days) i
  where t.tenant_id = furrow_tenant() and t.state = 3 and x.land_id = any(plots) and (i.days > 0 or p.reentry_hours > 0)
$$;

create or replace view stock_document_view with (security_invoker = true) as
  select d.tenant_id, d.id, d.code, d.kind, d.audit_status,
    -- What came in or went out for good is carried out by its own posting; what others bring back of it is another matter.
    case when d.kind in ('warehousing', 'input_warehousing', 'input_shipment') or (d.kind = 'shipment' and d.purpose <> 'transfer') then case when d.audit_status = 2 then 2 else 0 end::smallint else d.exec_status end as exec_status, d.closed_flag, d.close_reason, d.occurred_on, d.warehouse_id, d.to_warehouse_id, d.partner_id, d.purpose, d.direction,
    d.arrival_date, d.bearer, d.land_id, d.source_id, s.code as source_code, s.kind as source_kind, d.other_fees, d.goods_total, d.total, d.blind_flag, d.attachments, d.remark, d.accepted,
    -- What the goods that went cost: by the ledger, so that it adds up with the reports.
    case when d.kind in ('shipment', 'input_shipment') and d.audit_status = 2
      then (select -sum(g.value) from stock_ledger g where g.tenant_id = d.tenant_id and g.document_id = d.id and g.type in ('out', 'loss')) end as cost_total,
    c.accuracy, c.gain_value, c.loss_value,
    (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'skuId', l.sku_id, 'skuIdName', k.name, 'skuCode', k.code, 'unitName', u.name, 'lotFlag', k.lot_flag, 'lot', nullif(l.lot, ''),
        'expiresOn', coalesce(o.expires_on, l.expires_on), 'expiredFlag', case when coalesce(o.expires_on, l.expires_on) < d.occurred_on then 1 else 0 end,
        'quantity', l.quantity, 'price', l.price, 'amount', l.amount, 'unitId', l.unit_id, 'unitIdName', e.name, 'unitRatio', l.unit_ratio, 'unitQuantity', l.unit_quantity, 'unitPrice', l.unit_price, 'units', k.units, 'sourceLineId', l.source_line_id, 'doneQuantity', l.done_quantity, 'unitCost', l.unit_cost,
        'costAmount', case when d.kind in ('shipment', 'input_shipment') and d.audit_status = 2
          then (select -sum(g.value) from stock_ledger g where g.tenant_id = l.tenant_id and g.line_id = l.id and g.type in ('out', 'loss')) end,
        'booked', case when d.blind_flag = 1 and d.audit_status in (0, 5) then null else l.booked end, 'counted', l.counted,
        'difference', case when d.blind_flag = 1 and d.audit_status in (0, 5) then null else l.counted - l.booked end,
        'differenceValue', case when d.kind = 'inventory_form' and not (d.blind_flag = 1 and d.audit_status in (0, 5)) then coalesce(
          (select sum(g.value) from stock_ledger g where g.tenant_id = l.tenant_id and g.line_id = l.id and g.type in ('gain', 'loss')),
          round((l.counted - l.booked) * coalesce(case when l.counted > l.booked then l.price end, b.average, k.cost_price), 2)) end,
        'moved', case when l.booked is not null and d.audit_status in (1, 3, 5) then coalesce((select sum(g.quantity) from stock_ledger g where g.tenant_id = l.tenant_id and g.warehouse_id = d.warehouse_id
            and g.sku_id = l.sku_id and g.lot = l.lot and g.id > coalesce(l.booked_ledger_id, 0)), 0) end,
        'safetyInterval', furrow_safety_interval(p.id, d.land_id, d.occurred_on, null), 'countedBy', m.real_name, 'countedAt', l.counted_at, 'remark', l.remark) order by l.position, l.id), '[]')
      from stock_document_line l join sku_view k on k.tenant_id = l.tenant_id and k.id = l.sku_id join product p on p.tenant_id = k.tenant_id and p.id = k.product_id left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
        left join unit e on e.tenant_id = l.tenant_id and e.id = l.unit_id left join stock_lot o on o.tenant_id = l.tenant_id and o.sku_id = l.sku_id and lower(o.lot) = lower(l.lot)
        left join stock_balance b on b.tenant_id = l.tenant_id and b.warehouse_id = d.warehouse_id and b.sku_id = l.sku_id and b.lot = l.lot
        left join member_view m on m.tenant_id = l.tenant_id and m.account_id = l.counted_by
      where l.tenant_id = d.tenant_id and l.document_id = d.id) as goods,
    d.object_version_number, d.creation_date, d.created_by, d.last_update_date, d.last_updated_by, d.void_reason,
    (select m.real_name from member_view m where m.tenant_id = d.tenant_id and m.account_id = d.created_by) as maker,
    case when d.kind in ('shipment', 'input_shipment') and d.purpose = 'use' then (select d.occurred_on + max(furrow_safety_interval(p.id, d.land_id, d.occurred_on, null))
      from stock_document_line l join product_sku k on k.tenant_id = l.tenant_id and k.id = l.sku_id join product p on p.tenant_id = k.tenant_id and p.id = k.product_id
      where l.tenant_id = d.tenant_id and l.document_id = d.id and furrow_safety_interval(p.id, d.land_id, d.occurred_on, null) > 0) end as harvest_from
  from stock_document d left join stock_document s on s.tenant_id = d.tenant_id and s.id = d.source_id
    -- How near the books were, of what is counted, and what the differences are worth; a blind count tells when it is handed in.
    left join lateral (
      select round(100 * (1 - sum(abs(l.counted - l.booked)) / nullif(sum(l.booked), 0)), 1) as accuracy, sum(greatest(v.value, 0)) as gain_value, sum(-least(v.value, 0)) as loss_value
      from stock_document_line l join sku_view k on k.tenant_id = l.tenant_id and k.id = l.sku_id
        left join stock_balance b on b.tenant_id = l.tenant_id and b.warehouse_id = d.warehouse_id and b.sku_id = l.sku_id and b.lot = l.lot
        cross join lateral (select coalesce((select sum(g.value) from stock_ledger g where g.tenant_id = l.tenant_id and g.line_id = l.id and g.type in ('gain', 'loss')),
          round((l.counted - l.booked) * coalesce(case when l.counted > l.booked then l.price end, b.average, k.cost_price), 2)) as value) v
      where l.tenant_id = d.tenant_id and l.document_id = d.id) c on d.kind = 'inventory_form' and d.audit_status in (1, 2, 3);
