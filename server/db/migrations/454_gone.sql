-- Which of these the tenant has no longer, whoever asks: what is hidden from them is not deleted.
create function furrow_gone(kind text, ids bigint[]) returns bigint[] language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(distinct named), '{}') from unnest(ids) named
  where case kind when 'camera' then not exists (select 1 from camera c where c.tenant_id = furrow_tenant() and c.id = named)
    when 'device' then not exists (select 1 from device d where d.tenant_id = furrow_tenant() and d.id = named) end
$$;
revoke all on function furrow_gone(text, bigint[]) from public;
grant execute on function furrow_gone(text, bigint[]) to furrow_app;

-- Boards and layouts of the video wall that show these cameras, and screens that read these devices.
create function furrow_uses_of_pictures(kind text, ids bigint[]) returns table (what text, id bigint, name text) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select 'board', b.id, b.name from board b where kind = 'camera' and b.tenant_id = furrow_tenant()
    and exists (select 1 from jsonb_array_elements(b.cards) card where (card->>'cameraId')::bigint = any(ids))
  union all select 'cameraLayout', l.id, l.name from camera_layout l where kind = 'camera' and l.tenant_id = furrow_tenant() and l.camera_ids && ids
  union all select 'screen', s.id, s.screen_name from tenant_screen s where kind = 'device' and s.tenant_id = furrow_tenant()
    and exists (select 1 from jsonb_array_elements(s.channels) channel where (channel->>'deviceId')::bigint = any(ids))
  order by 1, 3
$$;
revoke all on function furrow_uses_of_pictures(text, bigint[]) from public;
grant execute on function furrow_uses_of_pictures(text, bigint[]) to furrow_app;
