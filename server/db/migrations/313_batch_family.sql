-- Which batch came of which: divided into several, or several put together.
create table batch_link (
  tenant_id bigint not null default furrow_tenant() references tenant (id),
  parent_id bigint not null,
  child_id bigint not null,
  kind text not null check (kind in ('split', 'merge')),
  created_by bigint,
  creation_date timestamptz not null default now(),
  primary key (tenant_id, parent_id, child_id),
  foreign key (tenant_id, parent_id) references batch (tenant_id, id),
  foreign key (tenant_id, child_id) references batch (tenant_id, id)
);
create index batch_link_child_id on batch_link (tenant_id, child_id);
select furrow_tenant_table('batch_link', 'select, insert');
select furrow_scoped_table('batch_link', furrow_part('batch_link', 'batch', 'child_id'));
