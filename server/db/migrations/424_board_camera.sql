-- A board that shows a camera says so when that is deleted.
create or replace function furrow_board_state(cards jsonb, sharing text, role bigint) returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when sharing = 'role' and role is null
    or exists (select 1 from jsonb_array_elements(cards) card where
      (card->>'cameraId' is not null and not exists (select 1 from camera m where m.tenant_id = furrow_tenant() and m.id = (card->>'cameraId')::bigint))
      or (card->>'areaId' is not null and not exists (select 1 from area a where a.tenant_id = furrow_tenant() and a.id = (card->>'areaId')::bigint))
      or exists (select 1 from (select card->>'deviceId' as named, card->>'metric' as metric union all select split_part(channel, ':', 1), split_part(channel, ':', 2) from unnest(string_to_array(coalesce(card->>'channels', ''), ',')) as channel where channel <> '') devices
        where named is not null and (not exists (select 1 from device d where d.tenant_id = furrow_tenant() and d.id = named::bigint)
          or furrow_channel_gone(furrow_tenant(), named::bigint, metric))))
    then 'broken' else 'active' end
$$;
