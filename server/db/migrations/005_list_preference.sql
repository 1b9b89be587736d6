-- How each person set up their lists.
create table list_preference (
  tenant_id bigint not null default furrow_tenant() references tenant (id),
  account_id bigint not null, screen text not null, settings jsonb not null,
  primary key (tenant_id, account_id, screen)
);
select furrow_tenant_table('list_preference');
