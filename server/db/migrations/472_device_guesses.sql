-- Whether a name is a device's of a tenant whose devices are let in from a network: what others guess there keeps it from nothing.
create function furrow_device_at_home(given text, place text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select 1 from device_credential c join device_network n on n.tenant_id = c.tenant_id
    where c.key = given and n.network = place and n.last_at > now() - interval '30 days')
$$;
revoke all on function furrow_device_at_home(text, text) from public;
grant execute on function furrow_device_at_home(text, text) to furrow_app;
