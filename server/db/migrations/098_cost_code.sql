-- What goods cost is told by a code of its own. Who could read it before can still; it is taken away role by role.
insert into role_permission (tenant_id, role_id, code)
  select distinct tenant_id, role_id, 'wfpf.inventory.prment.stock.ps.cost' from role_permission
  where code in ('wfpf.inventory.prment.stock', 'wfpf.inventory.prment.report', 'wfpf.inventory.base.product', 'wfpf.farm.agricultural.agricultural-inventory', 'wfpf.farm.agricultural.agricultural-manage',
    'wfpf.inventory.prment.aplionform', 'wfpf.inventory.prment.warehousing', 'wfpf.inventory.prment.shipment', 'wfpf.inventory.prment.transfer', 'wfpf.inventory.prment.inventory_form', 'wfpf.inventory.prment.return',
    'wfpf.farm.agricultural.agricultural-warehousing', 'wfpf.farm.agricultural.agricultural-shipment')
  on conflict do nothing;
