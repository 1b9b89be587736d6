-- A file that somebody wants to import: what its check found, and what became of it. Named by the check's job.
create table list_import (
  tenant_id bigint not null default furrow_tenant() references tenant (id),
  job_id bigint not null,
  account_id bigint not null, entity text not null, file_key text not null, file_name text not null, sha256 text not null,
  found jsonb, faulty_rows integer[] not null default '{}', annotated_key text, annotated_name text,
  apply_job_id bigint, imported integer,
  created_at timestamptz not null default now(),
  primary key (tenant_id, job_id)
);
select furrow_tenant_table('list_import');
