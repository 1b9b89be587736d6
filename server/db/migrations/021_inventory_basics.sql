-- How long a film plays, where its file says so.
alter table file add column seconds numeric(12, 3);

-- Every tenant has a rule for each kind of document.
insert into document_number_rule (tenant_id, kind, prefix)
  select t.id, d.kind, d.prefix from tenant t cross join (values ('aplionform', 'SQ'), ('warehousing', 'RK'), ('shipment', 'CK'), ('transfer', 'DB'),
    ('inventory_form', 'PD'), ('return', 'TH'), ('input_warehousing', 'NR'), ('input_shipment', 'NC')) d (kind, prefix)
  on conflict do nothing;
-- A number says of what kind its document is.
create unique index document_number_rule_prefix_unique on document_number_rule (tenant_id, lower(prefix));
-- With the number that the next document of the kind would get, by the tenant's own clock.
create view document_number_rule_view with (security_invoker = true) as
  select r.*, s.stem || lpad((coalesce(n.last, 0) + 1)::text, greatest(r.digits, length((coalesce(n.last, 0) + 1)::text)), '0') as preview
  from document_number_rule r join tenant t on t.id = r.tenant_id
    cross join lateral (select r.prefix || to_char(now() at time zone t.time_zone, case r.period when 'year' then 'YYYY' when 'month' then 'YYYYMM' else 'YYYYMMDD' end) as stem) s
    left join document_number n on n.tenant_id = r.tenant_id and n.kind = r.kind and n.stem = s.stem;
grant select on document_number_rule_view to furrow_app;

create view stock_limit_view with (security_invoker = true) as
  select m.*, k.name as sku_name, u.name as unit_name,
    coalesce((select sum(b.quantity) from stock_balance b where b.tenant_id = m.tenant_id and b.warehouse_id = m.warehouse_id and b.sku_id = m.sku_id), 0)::numeric(18, 3) as quantity
  from stock_limit m join sku_view k on k.tenant_id = m.tenant_id and k.id = m.sku_id left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id;
grant select on stock_limit_view to furrow_app;
