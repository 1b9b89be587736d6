-- When a lot of seed was tested and with how many seeds, as the paper says that it came with.
alter table stock_document_line add column tested_on date, add column sample_size integer;

create or replace view stock_document_view with (security_invoker = true) as
  select d.tenant_id, d.id, d.code, d.kind, d.audit_status,
    -- What came in or went out for good is carried out by its own posting; what others bring back of it is another matter.
    case when d.kind in ('warehousing', 'input_warehousing', 'input_shipment') or (d.kind = 'shipment' and d.purpose <> 'transfer') then case when d.audit_status = 2 then 2 else 0 end::smallint else d.exec_status end as exec_status, d.closed_flag, d.close_reason, d.occurred_on, d.warehouse_id, d.to_warehouse_id, d.partner_id, d.purpose, d.direction,
    d.arrival_date, d.bearer, d.land_id, d.source_id, s.code as source_code, s.kind as source_kind, case when y.is_own then d.other_fees end as other_fees, (case when y.is_own then d.goods_total end)::numeric(14, 2) as goods_total, (case when y.is_own then d.total end)::numeric(14, 2) as total, d.blind_flag, d.attachments, d.remark, d.accepted,
    -- What the goods that went cost: by the ledger, so that it adds up with the reports.
    case when d.kind in ('shipment', 'input_shipment') and d.audit_status = 2
      then (select -sum(g.value) from stock_ledger g where g.tenant_id = d.tenant_id and g.document_id = d.id and g.type in ('out', 'loss')) end as cost_total,
    c.accuracy, c.gain_value, c.loss_value,
    (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'skuId', l.sku_id, 'skuIdName', k.name, 'skuCode', k.code, 'unitName', u.name, 'lotFlag', k.lot_flag, 'type', k.type, 'lot', nullif(l.lot, ''),
        'expiresOn', coalesce(o.expires_on, l.expires_on), 'expiredFlag', case when coalesce(o.expires_on, l.expires_on) < d.occurred_on then 1 else 0 end, 'germination', case when k.type = 'seed' then coalesce(o.germination, l.germination) end, 'testedOn', case when k.type = 'seed' then coalesce(o.tested_on, l.tested_on) end,
        'sampleSize', case when k.type = 'seed' then coalesce(o.sample_size, l.sample_size) end,
        'quantity', l.quantity, 'price', l.price, 'amount', l.amount, 'unitId', l.unit_id, 'unitIdName', e.name, 'unitRatio', l.unit_ratio, 'unitQuantity', l.unit_quantity, 'unitPrice', l.unit_price, 'units', k.units, 'batchId', case when d.purpose = 'sale' then h.id end, 'batchIdName', case when d.purpose = 'sale' then h.batch_name end, 'sourceLineId', l.source_line_id, 'doneQuantity', l.done_quantity, 'unitCost', case when y.is_own then l.unit_cost end,
        'costAmount', case when d.kind in ('shipment', 'input_shipment') and d.audit_status = 2
          then (select -sum(g.value) from stock_ledger g where g.tenant_id = l.tenant_id and g.line_id = l.id and g.type in ('out', 'loss')) end,
        'booked', case when d.blind_flag = 1 and d.audit_status in (0, 5) then null else l.booked end, 'counted', l.counted,
        'difference', case when d.blind_flag = 1 and d.audit_status in (0, 5) then null else l.counted - l.booked end,
        'differenceValue', case when d.kind = 'inventory_form' and not (d.blind_flag = 1 and d.audit_status in (0, 5)) then coalesce(
          (select sum(g.value) from stock_ledger g where g.tenant_id = l.tenant_id and g.line_id = l.id and g.type in ('gain', 'loss')),
          round((l.counted - l.booked) * coalesce(case when l.counted > l.booked then l.price end, b.average, k.cost_price), 2)) end,
        'moved', case when l.booked is not null and d.audit_status in (1, 3, 5) then coalesce((select sum(g.quantity) from stock_ledger g where g.tenant_id = l.tenant_id and g.warehouse_id = d.warehouse_id
            and g.sku_id = l.sku_id and g.lot = l.lot and g.id > coalesce(l.booked_ledger_id, 0)), 0) end,
        'safetyInterval', furrow_safety_interval(p.id, d.land_id, d.occurred_on, null), 'countedBy', m.real_name, 'countedAt', l.counted_at, 'remark', l.remark) order by l.position, l.id), '[]')
      from stock_document_line l join sku_view k on k.tenant_id = l.tenant_id and k.id = l.sku_id join product p on p.tenant_id = k.tenant_id and p.id = k.product_id left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
        left join unit e on e.tenant_id = l.tenant_id and e.id = l.unit_id left join stock_lot o on o.tenant_id = l.tenant_id and o.sku_id = l.sku_id and lower(o.lot) = lower(l.lot)
        left join stock_balance b on b.tenant_id = l.tenant_id and b.warehouse_id = d.warehouse_id and b.sku_id = l.sku_id and b.lot = l.lot
        left join member_view m on m.tenant_id = l.tenant_id and m.account_id = l.counted_by
        left join batch h on h.tenant_id = l.tenant_id and h.id = l.batch_id
      where l.tenant_id = d.tenant_id and l.document_id = d.id) as goods,
    d.object_version_number, d.creation_date, d.created_by, d.last_update_date, d.last_updated_by, d.void_reason,
    (select m.real_name from member_view m where m.tenant_id = d.tenant_id and m.account_id = d.created_by) as maker,
    case when d.kind in ('shipment', 'input_shipment') and d.purpose = 'use' then (select d.occurred_on + max(furrow_safety_interval(p.id, d.land_id, d.occurred_on, null))
      from stock_document_line l join product_sku k on k.tenant_id = l.tenant_id and k.id = l.sku_id join product p on p.tenant_id = k.tenant_id and p.id = k.product_id
      where l.tenant_id = d.tenant_id and l.document_id = d.id and furrow_safety_interval(p.id, d.land_id, d.occurred_on, null) > 0) end as harvest_from,
    furrow_document_side(d.warehouse_id, d.to_warehouse_id) as side
  from stock_document d left join stock_document s on s.tenant_id = d.tenant_id and s.id = d.source_id
    -- What goods cost where they are sent from is not told to who sees the other end alone.
    cross join lateral (select d.warehouse_id is null or exists (select 1 from warehouse w where w.tenant_id = d.tenant_id and w.id = d.warehouse_id) as is_own) y
    -- How near the books were, of what is counted, and what the differences are worth; a blind count tells when it is handed in.
    left join lateral (
      select round(100 * (1 - sum(abs(l.counted - l.booked)) / nullif(sum(l.booked), 0)), 1) as accuracy, sum(greatest(v.value, 0)) as gain_value, sum(-least(v.value, 0)) as loss_value
      from stock_document_line l join sku_view k on k.tenant_id = l.tenant_id and k.id = l.sku_id
        left join stock_balance b on b.tenant_id = l.tenant_id and b.warehouse_id = d.warehouse_id and b.sku_id = l.sku_id and b.lot = l.lot
        cross join lateral (select coalesce((select sum(g.value) from stock_ledger g where g.tenant_id = l.tenant_id and g.line_id = l.id and g.type in ('gain', 'loss')),
          round((l.counted - l.booked) * coalesce(case when l.counted > l.booked then l.price end, b.average, k.cost_price), 2)) as value) v
      where l.tenant_id = d.tenant_id and l.document_id = d.id) c on d.kind = 'inventory_form' and d.audit_status in (1, 2, 3);
