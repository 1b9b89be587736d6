-- How much of it a mu takes, in the unit that its stock is kept in.
alter table product add column dose_per_mu numeric(10, 3);
drop view product_view;
create view product_view with (security_invoker = true) as
  select p.*, (select coalesce(jsonb_agg(jsonb_build_object('combination', s.combination, 'code', s.code, 'barcode', s.barcode, 'retailPrice', s.retail_price, 'vipPrice', s.vip_price, 'costPrice', s.cost_price)
      order by s.position, s.id), '[]') from product_sku s where s.tenant_id = p.tenant_id and s.product_id = p.id and s.combination <> '' and s.dropped_flag = 0) as skus,
    furrow_units(p.tenant_id, p.id) as units
  from product p;
grant select on product_view to furrow_app;
