-- What a seed is bought as, and how well a lot of it comes up: each is tested by itself.
alter table seed add column product_id bigint, add foreign key (tenant_id, product_id) references product (tenant_id, id);
create index seed_product_id on seed (tenant_id, product_id);
alter table stock_lot add column germination integer;

drop view stock_lot_view;
create view stock_lot_view with (security_invoker = true) as
  select t.*, k.code as sku_code, k.type, u.name as unit_name, q.quantity, furrow_packs(t.tenant_id, k.product_id, q.quantity) as packs
  from stock_lot t join sku_view k on k.tenant_id = t.tenant_id and k.id = t.sku_id left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
    cross join lateral (select coalesce(sum(b.quantity), 0)::numeric(18, 3) as quantity from stock_balance b where b.tenant_id = t.tenant_id and b.sku_id = t.sku_id and lower(b.lot) = lower(t.lot)) q;
grant select on stock_lot_view to furrow_app;
