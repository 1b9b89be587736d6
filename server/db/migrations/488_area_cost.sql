-- What a base bears, line by line: but for what was taken back, and what the work gave.
create view area_cost_view with (security_invoker = true) as
  select f.tenant_id, f.id, f.occurred_on, f.area_id, f.kind, f.title, f.source_id as task_id, f.quantity, f.unit_name, f.amount,
    1 as object_version_number, f.creation_date, f.created_by, f.creation_date as last_update_date, f.created_by as last_updated_by
  from area_fact f
  where f.kind <> 'yield' and f.reverses_id is null
    and not exists (select 1 from area_fact r where r.tenant_id = f.tenant_id and r.reverses_id = f.id);
grant select on area_cost_view to furrow_app;

-- Who was told the sums of it on the first page is told what they are made of.
insert into role_permission (tenant_id, role_id, code)
  select b.tenant_id, b.role_id, 'wfpf.farm.areaCost' from role_permission b join role_permission c on c.tenant_id = b.tenant_id and c.role_id = b.role_id
  where b.code = 'wfpf.farm.batch' and c.code = 'wfpf.inventory.prment.stock.ps.cost'
  on conflict do nothing;
