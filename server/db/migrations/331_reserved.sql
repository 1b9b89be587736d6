create index task_reserving on task (tenant_id, warehouse_id) where state in (2, 3);

-- What begun tasks will take of one thing from a warehouse, lot by lot, whoever asks: what was planned, from the lots that end first, or
-- what was reported, from its lots. Never more than lies there; `but`: the task that asks for itself.
create function furrow_reserved(warehouse bigint, sku bigint, but bigint default 0) returns table (lot text, quantity numeric)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with wanted as (
    select case when t.state = 3 then lower(coalesce(l.line->>'lot', '')) end as lot, sum((l.line->>'quantity')::numeric) as quantity
    from task t cross join lateral jsonb_array_elements(case when t.state = 3 then t.used else t.materials end) as l(line)
    where t.tenant_id = furrow_tenant() and t.state in (2, 3) and t.warehouse_id = warehouse and t.id <> but and (l.line->>'skuId')::bigint = sku
    group by 1
  ), lots as (
    select b.lot, o.expires_on, greatest(b.quantity, 0) as lying, least(greatest(b.quantity, 0), coalesce(w.quantity, 0)) as taken
    from stock_balance b left join stock_lot o on o.tenant_id = b.tenant_id and o.sku_id = b.sku_id and lower(o.lot) = lower(b.lot)
      left join wanted w on w.lot = lower(b.lot)
    where b.tenant_id = furrow_tenant() and b.warehouse_id = warehouse and b.sku_id = sku and exists (select 1 from wanted)
  ), free as (
    select lot, taken, lying - taken as left_over, sum(lying - taken) over (order by expires_on nulls last, lot rows unbounded preceding) as up_to from lots
  )
  select f.lot, f.taken + greatest(0, least(f.left_over, coalesce((select w.quantity from wanted w where w.lot is null), 0) - (f.up_to - f.left_over)))
  from free f
$$;
revoke all on function furrow_reserved(bigint, bigint, bigint) from public;
grant execute on function furrow_reserved(bigint, bigint, bigint) to furrow_app;

create or replace view stock_balance_view with (security_invoker = true) as
  select b.tenant_id, b.id, b.warehouse_id, b.sku_id, k.code as sku_code, k.type, nullif(b.lot, '') as lot, o.id as lot_id, o.expires_on, b.quantity, furrow_packs(b.tenant_id, k.product_id, b.quantity) as packs, u.name as unit_name,
    way.quantity as in_transit, way.value as in_transit_value, b.average, b.value, m.minimum, m.maximum,
    case when b.quantity < 0 then 'negative' when b.quantity > 0 and o.expires_on < current_date then 'expired'
      when b.quantity > 0 and o.expires_on <= current_date + coalesce((select i.expiry_warning_days from inventory_option i where i.tenant_id = b.tenant_id), 30) then 'expiring'
      when m.minimum is not null and w.quantity < m.minimum then 'low' when m.maximum is not null and w.quantity > m.maximum then 'high' else 'fine' end as warning,
    k.agricultural_flag, b.last_moved_at,
    1 as object_version_number, b.last_moved_at as creation_date, null::bigint as created_by, b.last_moved_at as last_update_date, null::bigint as last_updated_by,
    (b.quantity <> 0 or way.quantity <> 0
      -- One row says that nothing is there of what should be.
      or (coalesce(m.minimum, 0) > 0 and w.quantity = 0 and b.id = (select max(o.id) from stock_balance o where o.tenant_id = b.tenant_id and o.warehouse_id = b.warehouse_id and o.sku_id = b.sku_id)))::int::smallint as in_stock_flag,
    case when b.quantity > 0 and o.expires_on <= current_date + coalesce((select i.expiry_warning_days from inventory_option i where i.tenant_id = b.tenant_id), 30)
      then case when w.quantity < m.minimum then 'low' when w.quantity > m.maximum then 'high' end end as also_warning,
    coalesce((select r.quantity from furrow_reserved(b.warehouse_id, b.sku_id) r where r.lot = b.lot), 0)::numeric(18, 3) as reserved
  from stock_balance b join sku_view k on k.tenant_id = b.tenant_id and k.id = b.sku_id left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
    left join stock_lot o on o.tenant_id = b.tenant_id and o.sku_id = b.sku_id and lower(o.lot) = lower(b.lot)
    left join stock_limit m on m.tenant_id = b.tenant_id and m.warehouse_id = b.warehouse_id and m.sku_id = b.sku_id
    left join lateral (select sum(o.quantity) as quantity from stock_balance o where o.tenant_id = b.tenant_id and o.warehouse_id = b.warehouse_id and o.sku_id = b.sku_id) w on true
    -- Sent on its way here and not arrived, at what it cost when it left.
    cross join lateral (select coalesce(sum(l.quantity - l.done_quantity), 0)::numeric(18, 3) as quantity, coalesce(sum(round((l.quantity - l.done_quantity) * l.unit_cost, 2)), 0)::numeric(18, 2) as value
      from stock_document t join stock_document s on s.tenant_id = t.tenant_id and s.source_id = t.id and s.kind = 'shipment' and s.audit_status = 2 and s.closed_flag = 0
        join stock_document_line l on l.tenant_id = s.tenant_id and l.document_id = s.id
      where t.tenant_id = b.tenant_id and t.kind = 'transfer' and t.to_warehouse_id = b.warehouse_id and l.sku_id = b.sku_id and l.lot = b.lot) way;
