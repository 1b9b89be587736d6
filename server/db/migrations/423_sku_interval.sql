-- Who takes a pesticide out is told at once from which day its plot may be harvested.
create or replace view sku_view with (security_invoker = true) as
  select s.tenant_id, s.id, s.product_id, case when s.combination = '' then p.name else p.name || ' ' || s.combination end as name, s.combination,
    coalesce(s.code, p.code) as code, coalesce(s.barcode, p.barcode) as barcode, p.type, p.unit_id, p.specification,
    coalesce(s.retail_price, p.retail_price) as retail_price, coalesce(s.vip_price, p.vip_price) as vip_price, coalesce(s.cost_price, p.cost_price) as cost_price,
    p.agricultural_flag, p.purchase_flag, p.sale_flag, p.consumable_flag, p.lot_flag,
    case when s.dropped_flag = 1 or (s.combination = '' and exists (select 1 from product_sku o where o.tenant_id = s.tenant_id and o.product_id = s.product_id and o.combination <> '' and o.dropped_flag = 0))
      then 0::smallint else p.enabled_flag end as enabled_flag,
    p.object_version_number, p.creation_date, p.created_by, p.last_update_date, p.last_updated_by,
    furrow_units(p.tenant_id, p.id) as units, p.safety_interval
  from product_sku s join product p on p.tenant_id = s.tenant_id and p.id = s.product_id;
