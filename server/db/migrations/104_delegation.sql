-- Who decides for somebody who is away, in whole days by the tenant's clock; of no forms named: of all.
create table approval_delegation (
  tenant_id bigint not null default furrow_tenant() references tenant (id),
  account_id bigint not null references account (id), to_account_id bigint not null references account (id),
  begins_on date not null, ends_on date not null, form_codes text[] not null default '{}',
  last_update_date timestamptz not null default now(),
  primary key (tenant_id, account_id),
  check (ends_on >= begins_on)
);
create index approval_delegation_to_account_id on approval_delegation (tenant_id, to_account_id);
select furrow_tenant_table('approval_delegation');
-- In whose place somebody was asked.
alter table approval_task add column for_account_id bigint references account (id), add column for_name text;
create index approval_task_for_account_id on approval_task (tenant_id, for_account_id);
