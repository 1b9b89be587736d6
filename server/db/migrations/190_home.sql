-- How somebody arranged their home page; each person in each tenant.
create table home_setting (
  tenant_id bigint not null default furrow_tenant() references tenant (id),
  account_id bigint not null references account (id),
  settings jsonb not null default '{}',
  last_update_date timestamptz not null default now(),
  primary key (tenant_id, account_id)
);
select furrow_tenant_table('home_setting');
create policy by_definer on home_setting to current_user using (true) with check (true);

-- Quick entries that everybody of the tenant has first.
create table home_fixed (
  tenant_id bigint not null default furrow_tenant() primary key references tenant (id),
  entries text[] not null default '{}',
  last_update_date timestamptz not null default now()
);
select furrow_tenant_table('home_fixed');
create policy by_definer on home_fixed to current_user using (true) with check (true);
