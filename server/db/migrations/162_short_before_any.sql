-- Goods that should lie somewhere have a place there from then on: they are short before any of them ever came.
create function furrow_limit_place() returns trigger language plpgsql as $$
begin
  if new.minimum > 0 and not exists (select 1 from stock_balance b where b.tenant_id = new.tenant_id and b.warehouse_id = new.warehouse_id and b.sku_id = new.sku_id) then
    insert into stock_balance (tenant_id, warehouse_id, sku_id) values (new.tenant_id, new.warehouse_id, new.sku_id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger stock_limit_place after insert or update on stock_limit for each row execute function furrow_limit_place();
insert into stock_balance (tenant_id, warehouse_id, sku_id)
  select m.tenant_id, m.warehouse_id, m.sku_id from stock_limit m where m.minimum > 0
    and not exists (select 1 from stock_balance b where b.tenant_id = m.tenant_id and b.warehouse_id = m.warehouse_id and b.sku_id = m.sku_id);

-- A place that nothing ever lay in keeps neither its warehouse nor its goods from being deleted.
create function furrow_empty_places() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'warehouse' then
    delete from stock_balance b where b.tenant_id = old.tenant_id and b.warehouse_id = old.id and b.last_moved_at is null and b.quantity = 0;
  else
    delete from stock_balance b where b.tenant_id = old.tenant_id and b.sku_id = old.id and b.last_moved_at is null and b.quantity = 0;
  end if;
  return old;
end $$;
create trigger warehouse_empty_places before delete on warehouse for each row execute function furrow_empty_places();
create trigger product_sku_empty_places before delete on product_sku for each row execute function furrow_empty_places();

-- What is about to expire may be too little as well.
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
      then case when w.quantity < m.minimum then 'low' when w.quantity > m.maximum then 'high' end end as also_warning
  from stock_balance b join sku_view k on k.tenant_id = b.tenant_id and k.id = b.sku_id left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
    left join stock_lot o on o.tenant_id = b.tenant_id and o.sku_id = b.sku_id and lower(o.lot) = lower(b.lot)
    left join stock_limit m on m.tenant_id = b.tenant_id and m.warehouse_id = b.warehouse_id and m.sku_id = b.sku_id
    left join lateral (select sum(o.quantity) as quantity from stock_balance o where o.tenant_id = b.tenant_id and o.warehouse_id = b.warehouse_id and o.sku_id = b.sku_id) w on true
    -- Sent on its way here and not arrived, at what it cost when it left.
    cross join lateral (select coalesce(sum(l.quantity - l.done_quantity), 0)::numeric(18, 3) as quantity, coalesce(sum(round((l.quantity - l.done_quantity) * l.unit_cost, 2)), 0)::numeric(18, 2) as value
      from stock_document t join stock_document s on s.tenant_id = t.tenant_id and s.source_id = t.id and s.kind = 'shipment' and s.audit_status = 2 and s.closed_flag = 0
        join stock_document_line l on l.tenant_id = s.tenant_id and l.document_id = s.id
      where t.tenant_id = b.tenant_id and t.kind = 'transfer' and t.to_warehouse_id = b.warehouse_id and l.sku_id = b.sku_id and l.lot = b.lot) way;
