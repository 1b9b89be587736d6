-- What is on its way is worth what left less the share of it that arrived: what its freight added is no part of that.
create or replace view stock_balance_view with (security_invoker = true) as
  select b.tenant_id, b.id, b.warehouse_id, b.sku_id, k.code as sku_code, k.type, nullif(b.lot, '') as lot, o.id as lot_id, o.expires_on, b.quantity, furrow_packs(b.tenant_id, k.product_id, b.quantity) as packs, u.name as unit_name,
    way.quantity as in_transit, way.value as in_transit_value, b.average, b.value, m.minimum, m.maximum,
    case when b.quantity < 0 then 'negative' when b.quantity > 0 and o.expires_on < n.today then 'expired'
      when b.quantity > 0 and o.expires_on <= n.today + coalesce((select i.expiry_warning_days from inventory_option i where i.tenant_id = b.tenant_id), 30) then 'expiring'
      when m.minimum is not null and w.quantity < m.minimum then 'low' when m.maximum is not null and w.quantity > m.maximum then 'high' else 'fine' end as warning,
    k.agricultural_flag, b.last_moved_at,
    1 as object_version_number, b.last_moved_at as creation_date, null::bigint as created_by, b.last_moved_at as last_update_date, null::bigint as last_updated_by,
    (b.quantity <> 0 or way.quantity <> 0
      -- One row says that nothing is there of what should be.
      or (coalesce(m.minimum, 0) > 0 and w.quantity = 0 and b.id = (select max(o.id) from stock_balance o where o.tenant_id = b.tenant_id and o.warehouse_id = b.warehouse_id and o.sku_id = b.sku_id)))::int::smallint as in_stock_flag,
    case when b.quantity > 0 and o.expires_on <= n.today + coalesce((select i.expiry_warning_days from inventory_option i where i.tenant_id = b.tenant_id), 30)
      then case when w.quantity < m.minimum then 'low' when w.quantity > m.maximum then 'high' end end as also_warning,
    coalesce((select r.quantity from furrow_reserved(b.warehouse_id, b.sku_id) r where r.lot = b.lot), 0)::numeric(18, 3) as reserved
  from stock_balance b
    cross join lateral (select (now() at time zone t.time_zone)::date as today from tenant t where t.id = b.tenant_id) n
    join sku_view k on k.tenant_id = b.tenant_id and k.id = b.sku_id left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
    left join stock_lot o on o.tenant_id = b.tenant_id and o.sku_id = b.sku_id and lower(o.lot) = lower(b.lot)
    left join stock_limit m on m.tenant_id = b.tenant_id and m.warehouse_id = b.warehouse_id and m.sku_id = b.sku_id
    left join lateral (select sum(o.quantity) as quantity from stock_balance o where o.tenant_id = b.tenant_id and o.warehouse_id = b.warehouse_id and o.sku_id = b.sku_id) w on true
    -- Sent on its way here and not arrived; what arrives takes its share (document-post.ts), the last the rest.
    cross join lateral (select coalesce(sum(l.quantity - l.done_quantity), 0)::numeric(18, 3) as quantity,
        coalesce(sum(sent.worth - round(sent.worth * l.done_quantity / l.quantity, 2)), 0)::numeric(18, 2) as value
      from stock_document t join stock_document s on s.tenant_id = t.tenant_id and s.source_id = t.id and s.kind = 'shipment' and s.audit_status = 2 and s.closed_flag = 0
        join stock_document_line l on l.tenant_id = s.tenant_id and l.document_id = s.id and l.done_quantity < l.quantity
        cross join lateral (select coalesce(-sum(g.value), 0) as worth from stock_ledger g where g.tenant_id = l.tenant_id and g.line_id = l.id and g.type = 'out') sent
      where t.tenant_id = b.tenant_id and t.kind = 'transfer' and t.to_warehouse_id = b.warehouse_id and l.sku_id = b.sku_id and l.lot = b.lot) way;
