-- A further unit may come with a barcode of its own: that of the bag is not that of what is in it.
alter table product_unit add column barcode text;
create index product_unit_barcode on product_unit (tenant_id, lower(barcode)) where barcode is not null;
create or replace function furrow_units(tenant bigint, product bigint) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('unitId', u.unit_id, 'unitIdName', n.name, 'enName', n.en_name, 'ratio', u.ratio, 'barcode', u.barcode) order by u.position), '[]')
  from product_unit u join unit n on n.tenant_id = u.tenant_id and n.id = u.unit_id where u.tenant_id = tenant and u.product_id = product
$$;
