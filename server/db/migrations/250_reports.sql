-- What a device said at one moment is one row, with its channels and their values side by side: a value was a row of its own,
-- four fifths of which said again whose it was and when. `telemetry` stays what is read: a row for each value.
alter table telemetry rename to telemetry_value;
alter index telemetry_pkey rename to telemetry_value_pkey;

create table telemetry_report (
  tenant_id bigint not null, device_id bigint not null, at timestamptz not null,
  received_at timestamptz not null default now(),
  -- Further messages about the same moment that say more than the first: a channel's value is in one of them alone.
  part smallint not null default 0,
  -- Whose clock `at` is: 0 the device's, 1 ours because it gave none, 2 ours because its own was ahead.
  clock smallint not null default 0,
  metrics text[] not null, measured double precision[] not null,
  -- Makes a message that is sent again harmless.
  primary key (tenant_id, device_id, at, part),
  constraint telemetry_report_even check (cardinality(metrics) = cardinality(measured))
) partition by range (at);
select furrow_tenant_table('telemetry_report', 'select, insert');
create policy by_definer on telemetry_report to current_user using (true) with check (true);
select furrow_scoped_table('telemetry_report', furrow_part('telemetry_report', 'device', 'device_id'), 'select');
alter policy tenant_only on telemetry_report using (tenant_id = (select furrow_tenant())) with check (tenant_id = (select furrow_tenant()));

create function furrow_report_month(day date) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  first date := date_trunc('month', day);
  name text := 'telemetry_' || to_char(day, 'YYYY_MM');
begin
  execute format('create table public.%I (like telemetry_report including defaults including constraints)', name);
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format($p$create policy tenant_only on %I using (tenant_id = furrow_tenant()) with check (tenant_id = furrow_tenant())$p$, name);
  -- Attached rather than made in place: that waits for nobody who is reading or writing.
  execute format('alter table telemetry_report attach partition %I for values from (%L) to (%L)', name, first::timestamp at time zone 'UTC', (first + interval '1 month')::timestamp at time zone 'UTC');
end $$;
revoke all on function furrow_report_month(date) from public;
create or replace function furrow_telemetry_month(day date) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if date_trunc('month', day) < date_trunc('month', now()) - interval '10 years' or date_trunc('month', day) > now() + interval '3 months' then
    raise exception 'no telemetry is kept for %', day;
  end if;
  perform pg_advisory_xact_lock(hashtext('furrow telemetry month'));
  if to_regclass('telemetry_' || to_char(day, 'YYYY_MM')) is null then perform furrow_report_month(day); end if;
end $$;

-- Month by month, so that what is sorted at a time is bounded.
do $$
declare
  part text;
begin
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'telemetry_value'::regclass order by 1
  loop
    execute format('alter table telemetry_value detach partition %I', part);
    execute format('alter table %I rename to telemetry_before', part);
    perform furrow_report_month(to_date(right(part, 7), 'YYYY_MM'));
    insert into telemetry_report (tenant_id, device_id, at, received_at, part, clock, metrics, measured)
      select tenant_id, device_id, at, received_at, row_number() over (partition by tenant_id, device_id, at order by received_at, clock) - 1, clock, metrics, measured
      from (
        select tenant_id, device_id, at, received_at, clock, array_agg(metric order by metric) as metrics, array_agg(value order by metric) as measured
        from telemetry_before group by 1, 2, 3, 4, 5
      ) said;
    drop table telemetry_before;
  end loop;
end $$;
drop table telemetry_value;

-- A condition on device and time finds its rows by the key, also where it comes from another table.
create view telemetry with (security_invoker = true) as
  select r.tenant_id, r.device_id, v.metric, r.at, v.value, r.clock, r.received_at
  from telemetry_report r cross join lateral (select unnest(r.metrics) as metric, unnest(r.measured) as value) v;
grant select on telemetry to furrow_app;

create or replace function furrow_telemetry_trim() returns bigint language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
    where i.inhparent = 'telemetry_report'::regclass and c.relname ~ '^telemetry_\d{4}_\d{2}$' order by 1
  loop
    if part.first + interval '1 month' < now() - make_interval(months => longest) then
      execute format('drop table %I', part.name);
      continue;
    end if;
    for keeper in select id, telemetry_months as kept from tenant where part.first < now() - make_interval(months => telemetry_months) loop
      delete from telemetry_report t where t.tenant_id = keeper.id and t.at >= part.first - interval '1 day' and t.at < now() - make_interval(months => keeper.kept);
      get diagnostics counted = row_count;
      gone := gone + counted;
    end loop;
  end loop;
  return gone;
end $$;

create or replace function furrow_uncalculate(device bigint, channel text, since timestamptz) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if channel !~ '^calc[A-Z][A-Za-z]*\.[1-9][0-9]?$' then return; end if;
  delete from telemetry_report t where t.tenant_id = furrow_tenant() and t.device_id = device and t.at >= since and t.metrics = array[channel];
  update telemetry_report t set metrics = array_remove(t.metrics, channel),
    measured = t.measured[:array_position(t.metrics, channel) - 1] || t.measured[array_position(t.metrics, channel) + 1:]
  where t.tenant_id = furrow_tenant() and t.device_id = device and t.at >= since and channel = any(t.metrics);
end $$;
