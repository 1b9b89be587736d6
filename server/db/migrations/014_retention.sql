-- How long values are kept as they came. What is counted from them per hour and day stays.
alter table tenant add column telemetry_months integer not null default 24 check (telemetry_months between 3 and 120);

create policy by_definer on telemetry to current_user using (true) with check (true);
-- Takes away what nobody keeps any longer: months that no tenant wants whole, of the others each tenant's own rows. Answers
-- how many rows went one by one. One process at a time; the others answer 0.
create function furrow_telemetry_trim() returns bigint language plpgsql security definer set search_path = public as $$
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
