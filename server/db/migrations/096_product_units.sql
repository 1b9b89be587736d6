-- Further units of a product: how many of its stock unit one of them is. Stock itself is kept in the stock unit alone.
create table product_unit (
  tenant_id bigint not null default furrow_tenant() references tenant (id),
  product_id bigint not null, unit_id bigint not null, position integer not null, ratio numeric(12, 6) not null check (ratio > 0),
  primary key (tenant_id, product_id, unit_id),
  foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade,
  foreign key (tenant_id, unit_id) references unit (tenant_id, id)
);
create index product_unit_unit_id on product_unit (tenant_id, unit_id);
select furrow_tenant_table('product_unit');

-- What a pesticide's label says besides its number.
alter table product add column active_ingredient text, add column dose text;

-- How much was written, in which unit and at which price for one of it; `quantity` and `price` beside them are of the stock unit.
alter table stock_document_line add column unit_id bigint, add column unit_ratio numeric(12, 6), add column unit_quantity numeric(14, 3), add column unit_price numeric(14, 4),
  add foreign key (tenant_id, unit_id) references unit (tenant_id, id);
create index stock_document_line_unit_id on stock_document_line (tenant_id, unit_id) where unit_id is not null;

create function furrow_units(tenant bigint, product bigint) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('unitId', u.unit_id, 'unitIdName', n.name, 'enName', n.en_name, 'ratio', u.ratio) order by u.position), '[]')
  from product_unit u join unit n on n.tenant_id = u.tenant_id and n.id = u.unit_id where u.tenant_id = tenant and u.product_id = product
$$;
-- A quantity in each of a product's further units, to three decimals.
create function furrow_packs(tenant bigint, product bigint, quantity numeric) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('unitId', u.unit_id, 'unitIdName', n.name, 'enName', n.en_name, 'quantity', trim_scale(round(quantity / u.ratio, 3))) order by u.position), '[]')
  from product_unit u join unit n on n.tenant_id = u.tenant_id and n.id = u.unit_id where u.tenant_id = tenant and u.product_id = product
$$;

drop view product_view;
create view product_view with (security_invoker = true) as
  select p.*, (select coalesce(jsonb_agg(jsonb_build_object('combination', s.combination, 'code', s.code, 'barcode', s.barcode, 'retailPrice', s.retail_price, 'vipPrice', s.vip_price, 'costPrice', s.cost_price)
      order by s.position, s.id), '[]') from product_sku s where s.tenant_id = p.tenant_id and s.product_id = p.id and s.combination <> '' and s.dropped_flag = 0) as skus,
    furrow_units(p.tenant_id, p.id) as units
  from product p;
grant select on product_view to furrow_app;

create or replace view sku_view with (security_invoker = true) as
  select s.tenant_id, s.id, s.product_id, case when s.combination = '' then p.name else p.name || ' ' || s.combination end as name, s.combination,
    coalesce(s.code, p.code) as code, coalesce(s.barcode, p.barcode) as barcode, p.type, p.unit_id, p.specification,
    coalesce(s.retail_price, p.retail_price) as retail_price, coalesce(s.vip_price, p.vip_price) as vip_price, coalesce(s.cost_price, p.cost_price) as cost_price,
    p.agricultural_flag, p.purchase_flag, p.sale_flag, p.consumable_flag, p.lot_flag,
    case when s.dropped_flag = 1 or (s.combination = '' and exists (select 1 from product_sku o where o.tenant_id = s.tenant_id and o.product_id = s.product_id and o.combination <> '' and o.dropped_flag = 0))
      then 0::smallint else p.enabled_flag end as enabled_flag,
    p.object_version_number, p.creation_date, p.created_by, p.last_update_date, p.last_updated_by,
    furrow_units(p.tenant_id, p.id) as units
  from product_sku s join product p on p.tenant_id = s.tenant_id and p.id = s.product_id;

create or replace view stock_limit_view with (security_invoker = true) as
  select m.*, k.name as sku_name, u.name as unit_name,
    q.quantity, furrow_packs(m.tenant_id, k.product_id, q.quantity) as packs, k.units
  from stock_limit m join sku_view k on k.tenant_id = m.tenant_id and k.id = m.sku_id left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
    cross join lateral (select coalesce(sum(b.quantity), 0)::numeric(18, 3) as quantity from stock_balance b where b.tenant_id = m.tenant_id and b.warehouse_id = m.warehouse_id and b.sku_id = m.sku_id) q;

create or replace view stock_movement_view with (security_invoker = true) as
  select g.tenant_id, g.id, g.at, g.occurred_on, g.warehouse_id, g.sku_id, nullif(g.lot, '') as lot, g.type, d.kind as document_kind, g.document_id, d.code as document_code,
    g.quantity, g.unit_cost, g.value, g.balance_quantity, g.balance_value, a.real_name as person_name,
    1 as object_version_number, g.at as creation_date, g.created_by, g.at as last_update_date, g.created_by as last_updated_by,
    furrow_packs(g.tenant_id, k.product_id, g.quantity) as packs, furrow_packs(g.tenant_id, k.product_id, g.balance_quantity) as balance_packs
  from stock_ledger g join product_sku k on k.tenant_id = g.tenant_id and k.id = g.sku_id join stock_document d on d.tenant_id = g.tenant_id and d.id = g.document_id left join member_view a on a.tenant_id = g.tenant_id and a.account_id = g.created_by;

drop view stock_document_view;
create view stock_document_view with (security_invoker = true) as
  select d.tenant_id, d.id, d.code, d.kind, d.audit_status, d.exec_status, d.closed_flag, d.close_reason, d.occurred_on, d.warehouse_id, d.to_warehouse_id, d.partner_id, d.purpose, d.direction,
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
        'safetyInterval', p.safety_interval, 'countedBy', m.real_name, 'countedAt', l.counted_at, 'remark', l.remark) order by l.position, l.id), '[]')
      from stock_document_line l join sku_view k on k.tenant_id = l.tenant_id and k.id = l.sku_id join product p on p.tenant_id = k.tenant_id and p.id = k.product_id left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
        left join unit e on e.tenant_id = l.tenant_id and e.id = l.unit_id left join stock_lot o on o.tenant_id = l.tenant_id and o.sku_id = l.sku_id and lower(o.lot) = lower(l.lot)
        left join stock_balance b on b.tenant_id = l.tenant_id and b.warehouse_id = d.warehouse_id and b.sku_id = l.sku_id and b.lot = l.lot
        left join member_view m on m.tenant_id = l.tenant_id and m.account_id = l.counted_by
      where l.tenant_id = d.tenant_id and l.document_id = d.id) as goods,
    d.object_version_number, d.creation_date, d.created_by, d.last_update_date, d.last_updated_by
  from stock_document d left join stock_document s on s.tenant_id = d.tenant_id and s.id = d.source_id
    -- How near the books were, of what is counted, and what the differences are worth; a blind count tells when it is handed in.
    left join lateral (
      select round(100 * (1 - sum(abs(l.counted - l.booked)) / nullif(sum(l.booked), 0)), 1) as accuracy, sum(greatest(v.value, 0)) as gain_value, sum(-least(v.value, 0)) as loss_value
      from stock_document_line l join sku_view k on k.tenant_id = l.tenant_id and k.id = l.sku_id
        left join stock_balance b on b.tenant_id = l.tenant_id and b.warehouse_id = d.warehouse_id and b.sku_id = l.sku_id and b.lot = l.lot
        cross join lateral (select coalesce((select sum(g.value) from stock_ledger g where g.tenant_id = l.tenant_id and g.line_id = l.id and g.type in ('gain', 'loss')),
          round((l.counted - l.booked) * coalesce(case when l.counted > l.booked then l.price end, b.average, k.cost_price), 2)) as value) v
      where l.tenant_id = d.tenant_id and l.document_id = d.id) c on d.kind = 'inventory_form' and d.audit_status in (1, 2, 3);
grant select on stock_document_view to furrow_app;

drop view stock_balance_view;
create view stock_balance_view with (security_invoker = true) as
  select b.tenant_id, b.id, b.warehouse_id, b.sku_id, k.code as sku_code, k.type, nullif(b.lot, '') as lot, o.id as lot_id, o.expires_on, b.quantity, furrow_packs(b.tenant_id, k.product_id, b.quantity) as packs, u.name as unit_name,
    way.quantity as in_transit, way.value as in_transit_value, b.average, b.value, m.minimum, m.maximum,
    case when b.quantity < 0 then 'negative' when b.quantity > 0 and o.expires_on < current_date then 'expired'
      when b.quantity > 0 and o.expires_on <= current_date + coalesce((select i.expiry_warning_days from inventory_option i where i.tenant_id = b.tenant_id), 30) then 'expiring'
      when m.minimum is not null and w.quantity < m.minimum then 'low' when m.maximum is not null and w.quantity > m.maximum then 'high' else 'fine' end as warning,
    k.agricultural_flag, b.last_moved_at,
    1 as object_version_number, b.last_moved_at as creation_date, null::bigint as created_by, b.last_moved_at as last_update_date, null::bigint as last_updated_by
  from stock_balance b join sku_view k on k.tenant_id = b.tenant_id and k.id = b.sku_id left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
    left join stock_lot o on o.tenant_id = b.tenant_id and o.sku_id = b.sku_id and lower(o.lot) = lower(b.lot)
    left join stock_limit m on m.tenant_id = b.tenant_id and m.warehouse_id = b.warehouse_id and m.sku_id = b.sku_id
    left join lateral (select sum(o.quantity) as quantity from stock_balance o where o.tenant_id = b.tenant_id and o.warehouse_id = b.warehouse_id and o.sku_id = b.sku_id) w on true
    -- Sent on its way here and not arrived, at what it cost when it left.
    cross join lateral (select coalesce(sum(l.quantity - l.done_quantity), 0)::numeric(18, 3) as quantity, coalesce(sum(round((l.quantity - l.done_quantity) * l.unit_cost, 2)), 0)::numeric(18, 2) as value
      from stock_document t join stock_document s on s.tenant_id = t.tenant_id and s.source_id = t.id and s.kind = 'shipment' and s.audit_status = 2 and s.closed_flag = 0
        join stock_document_line l on l.tenant_id = s.tenant_id and l.document_id = s.id
      where t.tenant_id = b.tenant_id and t.kind = 'transfer' and t.to_warehouse_id = b.warehouse_id and l.sku_id = b.sku_id and l.lot = b.lot) way;
grant select on stock_balance_view to furrow_app;

drop view stock_lot_view;
create view stock_lot_view with (security_invoker = true) as
  select t.*, k.code as sku_code, k.type, u.name as unit_name, q.quantity, furrow_packs(t.tenant_id, k.product_id, q.quantity) as packs
  from stock_lot t join sku_view k on k.tenant_id = t.tenant_id and k.id = t.sku_id left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
    cross join lateral (select coalesce(sum(b.quantity), 0)::numeric(18, 3) as quantity from stock_balance b where b.tenant_id = t.tenant_id and b.sku_id = t.sku_id and lower(b.lot) = lower(t.lot)) q;
grant select on stock_lot_view to furrow_app;
