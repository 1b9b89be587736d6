-- What was handed in, as it was: the next case of the record shows what is different.
create table approval_record (
  tenant_id bigint not null default furrow_tenant() references tenant (id),
  case_id bigint not null, record jsonb not null,
  primary key (tenant_id, case_id),
  foreign key (tenant_id, case_id) references approval_case (tenant_id, id) on delete cascade
);
select furrow_tenant_table('approval_record');
