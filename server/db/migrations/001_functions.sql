-- What tables are made with, and what their policies ask: whose rows a transaction sees.

grant usage on schema public to furrow_app;

-- The tenant of the transaction, as the default of every tenant_id.
create function furrow_tenant() returns bigint stable language sql as
  $$ select nullif(current_setting('app.tenant_id', true), '')::bigint $$;

-- Every tenant's table: row-level security, rights of the application's role. Functions that run as the owner, whom forced
-- row-level security would show nothing, see more where a policy `by_definer` lets them: keys and counts, across tenants.
create function furrow_tenant_table(name text, rights text default 'select, insert, update, delete') returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format($p$create policy tenant_only on %I using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint)
    with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint)$p$, name);
  execute format('grant %s on %I to furrow_app', rights, name);
end $$;

-- Within a tenant somebody may be limited to some bases, or to what they made themselves. Where nothing is set, nothing limits:
-- the services' own work sees the whole tenant.
create function furrow_unlimited() returns boolean stable parallel safe language sql as $$ select coalesce(current_setting('app.areas', true), '') = '' $$;
create function furrow_areas() returns bigint[] stable parallel safe language sql as $$ select nullif(current_setting('app.areas', true), '')::bigint[] $$;
-- Who it is that is limited, and whether to their own records (of places they then see all).
create function furrow_me() returns bigint stable parallel safe language sql as $$ select nullif(current_setting('app.me', true), '')::bigint $$;
create function furrow_own() returns boolean stable parallel safe language sql as $$ select coalesce(current_setting('app.own', true), '') = 'on' $$;

-- Beside the tenant's policy, never instead of it. `commands`: what the condition is asked for.
create function furrow_scoped_table(name text, condition text, commands text default 'all') returns void language plpgsql as $$
begin
  execute format('create policy in_scope on %I as restrictive for %s to furrow_app using ((select furrow_unlimited()) or %s)', name, commands, condition);
end $$;

-- A base, and what stands on one.
create function furrow_place(area text) returns text immutable language sql as
  $$ select format('(select furrow_own()) or %s = any((select furrow_areas())::bigint[])', area) $$;
-- What belongs to a row of another table is seen with it.
create function furrow_part(name text, parent text, key text) returns text immutable language sql as
  $$ select format('exists (select 1 from %1$I p where p.tenant_id = %2$I.tenant_id and p.id = %2$I.%3$I)', parent, name, key) $$;
