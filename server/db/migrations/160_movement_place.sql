-- A movement says which balance and which lot it belongs to: by their texts, lot 1 is looked for among 10 and 21 too.
create or replace view stock_movement_view with (security_invoker = true) as
  select g.tenant_id, g.id, g.at, g.occurred_on, g.warehouse_id, g.sku_id, nullif(g.lot, '') as lot, g.type, d.kind as document_kind, g.document_id, d.code as document_code,
    g.quantity, g.unit_cost, g.value, g.balance_quantity, g.balance_value, a.real_name as person_name,
    1 as object_version_number, g.at as creation_date, g.created_by, g.at as last_update_date, g.created_by as last_updated_by,
    furrow_packs(g.tenant_id, k.product_id, g.quantity) as packs, furrow_packs(g.tenant_id, k.product_id, g.balance_quantity) as balance_packs,
    b.id as balance_id, o.id as lot_id
  from stock_ledger g join product_sku k on k.tenant_id = g.tenant_id and k.id = g.sku_id join stock_document d on d.tenant_id = g.tenant_id and d.id = g.document_id left join member_view a on a.tenant_id = g.tenant_id and a.account_id = g.created_by
    left join stock_balance b on b.tenant_id = g.tenant_id and b.warehouse_id = g.warehouse_id and b.sku_id = g.sku_id and b.lot = g.lot
    left join stock_lot o on o.tenant_id = g.tenant_id and o.sku_id = g.sku_id and lower(o.lot) = lower(g.lot);
