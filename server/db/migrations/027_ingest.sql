-- What devices report comes by the thousand: whose rows they are is asked once for a statement, not for each of them.
do $$
declare
  name text;
begin
  foreach name in array array['telemetry', 'telemetry_hour', 'telemetry_day', 'device_latest', 'device_message'] loop
    execute format('alter policy tenant_only on %I using (tenant_id = (select furrow_tenant())) with check (tenant_id = (select furrow_tenant()))', name);
  end loop;
end $$;

-- A message in the raw log is numbered by when it came, in ms.
alter table device_message alter column id drop default;
drop sequence device_message_id;
