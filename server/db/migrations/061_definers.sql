-- What runs with the owner's rights looks for names in the system's catalogue and in ours, and in temporary tables last of all.
do $$
declare
  definer record;
begin
  for definer in select oid::regprocedure as signature from pg_proc where prosecdef and pronamespace = 'public'::regnamespace loop
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', definer.signature);
  end loop;
end $$;

-- What it makes belongs beside the other tables, whatever stands first where names are looked for.
create or replace function furrow_telemetry_month(day date) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  first date := date_trunc('month', day);
  name text := 'telemetry_' || to_char(day, 'YYYY_MM');
begin
  if first < date_trunc('month', now()) - interval '10 years' or first > now() + interval '3 months' then
    raise exception 'no telemetry is kept for %', day;
  end if;
  perform pg_advisory_xact_lock(hashtext('furrow telemetry month'));
  if to_regclass(name) is not null then return; end if;
  execute format('create table public.%I (like telemetry including defaults including constraints)', name);
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format($p$create policy tenant_only on %I using (tenant_id = furrow_tenant()) with check (tenant_id = furrow_tenant())$p$, name);
  -- Attached rather than made in place: that waits for nobody who is reading or writing.
  execute format('alter table telemetry attach partition %I for values from (%L) to (%L)', name, first::timestamp at time zone 'UTC', (first + interval '1 month')::timestamp at time zone 'UTC');
end $$;

-- Inside a tenant's transaction there is one tenant; outside of any, where sign-in and the operator work, there are all.
alter table tenant enable row level security;
alter table tenant force row level security;
create policy own_only on tenant using (coalesce(furrow_tenant(), 0) in (0, id)) with check (coalesce(furrow_tenant(), 0) in (0, id));
create policy by_definer on tenant to current_user using (true) with check (true);
