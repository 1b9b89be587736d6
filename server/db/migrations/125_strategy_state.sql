-- A strategy that goes by a sensor which was deleted says so. Of the caller's tenant, whoever asks: a device that they may not see is no deleted one.
create function furrow_strategy_state(trigger jsonb) returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when trigger->>'deviceId' is not null and not exists (select 1 from device d where d.tenant_id = furrow_tenant() and d.id = (trigger->>'deviceId')::bigint) then 'broken' else 'active' end
$$;
revoke all on function furrow_strategy_state(jsonb) from public;
grant execute on function furrow_strategy_state(jsonb) to furrow_app;
