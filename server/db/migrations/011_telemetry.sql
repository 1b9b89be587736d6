-- What devices report.

-- One value of one channel. The key makes a message that is sent again harmless.
create table telemetry (
  tenant_id bigint not null, device_id bigint not null, metric text not null, at timestamptz not null,
  value double precision not null,
  -- Whose clock `at` is: 0 the device's, 1 ours because it gave none, 2 ours because its own was ahead.
  clock smallint not null default 0,
  received_at timestamptz not null default now(),
  primary key (tenant_id, device_id, metric, at)
) partition by range (at);
select furrow_tenant_table('telemetry', 'select, insert');
create policy by_definer on telemetry to current_user using (true) with check (true);
select furrow_scoped_table('telemetry', furrow_part('telemetry', 'device', 'device_id'), 'select');

-- Rights on a partition would pass the parent's policy by: it gets none, and policies of its own besides. What it makes belongs
-- beside the other tables, whatever stands first where names are looked for.
create function furrow_telemetry_month(day date) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
revoke all on function furrow_telemetry_month(date) from public;
grant execute on function furrow_telemetry_month(date) to furrow_app;

-- Per hour, and per day of the tenant's time zone. Means are sums divided by counts, so that rows add up.
create table telemetry_hour (
  tenant_id bigint not null, device_id bigint not null, metric text not null, at timestamptz not null,
  count integer not null, min double precision not null, max double precision not null, sum double precision not null,
  first_at timestamptz not null, first double precision not null, last_at timestamptz not null, last double precision not null,
  primary key (tenant_id, device_id, metric, at)
) with (fillfactor = 80);
select furrow_tenant_table('telemetry_hour');
select furrow_scoped_table('telemetry_hour', furrow_part('telemetry_hour', 'device', 'device_id'), 'select');
create table telemetry_day (like telemetry_hour including all) with (fillfactor = 80);
select furrow_tenant_table('telemetry_day');
select furrow_scoped_table('telemetry_day', furrow_part('telemetry_day', 'device', 'device_id'), 'select');

-- Takes away what nobody keeps any longer: months that no tenant wants whole, of the others each tenant's own rows. Answers
-- how many rows went one by one. One process at a time; the others answer 0.
create function furrow_telemetry_trim() returns bigint language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  part record;
  keeper record;
  longest integer;
  gone bigint := 0;
  counted bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('furrow telemetry trim')) then return 0; end if;
  select coalesce(max(telemetry_months), 24) into longest from tenant;
  for part in
    select c.relname as name, to_timestamp(right(c.relname, 7), 'YYYY_MM') as first from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'telemetry'::regclass and c.relname ~ '^telemetry_\d{4}_\d{2}$' order by 1
  loop
    if part.first + interval '1 month' < now() - make_interval(months => longest) then
      execute format('drop table %I', part.name);
      continue;
    end if;
    for keeper in select id, telemetry_months as kept from tenant where part.first < now() - make_interval(months => telemetry_months) loop
      delete from telemetry t where t.tenant_id = keeper.id and t.at >= part.first - interval '1 day' and t.at < now() - make_interval(months => keeper.kept);
      get diagnostics counted = row_count;
      gone := gone + counted;
    end loop;
  end loop;
  return gone;
end $$;
revoke all on function furrow_telemetry_trim() from public;
grant execute on function furrow_telemetry_trim() to furrow_app;

create table device_latest (
  tenant_id bigint not null, device_id bigint not null, metric text not null, at timestamptz not null,
  value double precision not null, clock smallint not null default 0,
  primary key (tenant_id, device_id, metric)
) with (fillfactor = 70);
select furrow_tenant_table('device_latest');
select furrow_scoped_table('device_latest', furrow_part('device_latest', 'device', 'device_id'), 'select');

-- The newest values of a device beside its row.
create view device_view with (security_invoker = true) as
  select d.*, coalesce((select jsonb_agg(jsonb_build_object('metric', l.metric, 'value', l.value, 'at', l.at) order by l.metric)
    from device_latest l where l.tenant_id = d.tenant_id and l.device_id = d.id), '[]') as readings
  from device d;
grant select on device_view to furrow_app;

-- The last hundred messages of each device as they came, and what became of them: a ring, so that nothing has to be cleared away.
create table device_message (
  tenant_id bigint not null, device_id bigint not null, slot smallint not null,
  -- Numbered by when it came, in ms.
  id bigint not null,
  at timestamptz not null, bytes integer not null, payload text not null,
  outcome text not null, points integer not null, problems jsonb not null default '[]',
  primary key (tenant_id, device_id, slot)
) with (fillfactor = 50);
select furrow_tenant_table('device_message');
select furrow_scoped_table('device_message', furrow_part('device_message', 'device', 'device_id'), 'select');

-- What devices report comes by the thousand: whose rows they are is asked once for a statement, not for each of them.
do $$
declare
  name text;
begin
  foreach name in array array['telemetry', 'telemetry_hour', 'telemetry_day', 'device_latest', 'device_message'] loop
    execute format('alter policy tenant_only on %I using (tenant_id = (select furrow_tenant())) with check (tenant_id = (select furrow_tenant()))', name);
  end loop;
end $$;
