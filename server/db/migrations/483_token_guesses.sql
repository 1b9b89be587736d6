-- Whose token it is that a network server pushes with, and whether its tenant is at home where it comes from: guesses of others there do not keep it out.
drop function furrow_lora_network_by_token(text);
create function furrow_lora_network_by_token(given text, place text) returns table (tenant_id bigint, network_id bigint, is_home boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select n.tenant_id, n.id, exists (select 1 from device_network d where d.tenant_id = n.tenant_id and d.network = place and d.last_at > now() - interval '30 days')
  from lora_network n join tenant t on t.id = n.tenant_id
  where n.token_hash = given and n.enabled_flag = 1 and t.enabled_flag = 1
$$;
revoke all on function furrow_lora_network_by_token(text, text) from public;
grant execute on function furrow_lora_network_by_token(text, text) to furrow_app;
