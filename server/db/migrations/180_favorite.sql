-- Addresses that a person keeps above the menu, in their order.
create table favorite (
  tenant_id bigint not null default furrow_tenant() references tenant (id),
  account_id bigint not null, links jsonb not null default '[]',
  primary key (tenant_id, account_id)
);
select furrow_tenant_table('favorite');
