-- The tenant's choices of how its approvals work, with a version of their own: they stood among those of its inventory.
create table approval_option (
  tenant_id bigint primary key default furrow_tenant() references tenant (id),
  own_approval_flag smallint not null default 0,
  object_version_number integer not null default 1,
  last_update_date timestamptz not null default now(), last_updated_by bigint
);
select furrow_tenant_table('approval_option');
insert into approval_option (tenant_id, own_approval_flag, object_version_number, last_update_date, last_updated_by)
  select tenant_id, own_approval_flag, object_version_number, last_update_date, last_updated_by from inventory_option;
alter table inventory_option drop column own_approval_flag;
