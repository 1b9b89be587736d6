-- What fills a new table from old ones has to see every tenant's rows and to write them, so row-level security is forced on the
-- owner once the migration is done, on every table (server/db/migrate.ts).
create or replace function furrow_tenant_table(name text, rights text default 'select, insert, update, delete') returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format($p$create policy tenant_only on %I using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint)
    with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint)$p$, name);
  execute format('grant %s on %I to furrow_app', rights, name);
end $$;
