-- When a lot of seed was tested and with how many seeds: what came up then comes up less with each year that it lies.
alter table stock_lot add column tested_on date, add column sample_size integer;

drop view stock_lot_view;
create view stock_lot_view with (security_invoker = true) as
  select t.*, k.code as sku_code, k.type, u.name as unit_name, q.quantity, furrow_packs(t.tenant_id, k.product_id, q.quantity) as packs
  from stock_lot t join sku_view k on k.tenant_id = t.tenant_id and k.id = t.sku_id left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
    cross join lateral (select coalesce(sum(b.quantity), 0)::numeric(18, 3) as quantity from stock_balance b where b.tenant_id = t.tenant_id and b.sku_id = t.sku_id and lower(b.lot) = lower(t.lot)) q;
grant select on stock_lot_view to furrow_app;
