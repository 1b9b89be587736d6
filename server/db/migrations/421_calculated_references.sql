-- What names a calculated channel outlives it as well, says so from then on, and is named before the channel is deleted. A number is
-- never given twice, so that what was deleted does not come back as something else.

create function furrow_is_calculated(metric text) returns boolean language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(metric ~ '^calc[A-Z][A-Za-z]*\.[1-9][0-9]?$', false)
$$;
create function furrow_channel_gone(tenant bigint, device bigint, metric text) returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select device is not null and furrow_is_calculated(metric) and not exists (select 1 from calculation c where c.tenant_id = tenant and c.device_id = device
    and c.quantity = split_part(metric, '.', 1) and c.slot = split_part(metric, '.', 2)::smallint)
$$;
revoke all on function furrow_channel_gone(bigint, bigint, text) from public;

-- As before, and calculated channels.
create or replace function furrow_keep_references(tenant bigint) returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with found as (select r.id, exists (select 1 from jsonb_array_elements(r.triggers || r.conditions || r.actions) part
      where part->>'deviceId' is not null and not exists (select 1 from device d where d.tenant_id = tenant and d.id = (part->>'deviceId')::bigint)
        or part->>'groupId' is not null and not exists (select 1 from device_group g where g.tenant_id = tenant and g.id = (part->>'groupId')::bigint)
        or furrow_channel_gone(tenant, (part->>'deviceId')::bigint, part->>'metric')) as is_broken
    from control_rule r where r.tenant_id = tenant)
  update control_rule r set state = case when found.is_broken then 'broken' else 'active' end from found
    where r.tenant_id = tenant and r.id = found.id and found.is_broken <> (r.state = 'broken');
  with found as (select r.id, exists (select 1 from unnest(r.device_ids) as named where not exists (select 1 from device d where d.tenant_id = tenant and d.id = named))
      or furrow_is_calculated(r.metric) and not exists (select 1 from device d where d.tenant_id = tenant and d.device_type = r.device_type
        and (r.device_ids = '{}' or d.id = any(r.device_ids)) and not furrow_channel_gone(tenant, d.id, r.metric)) as is_broken
    from alarm_rule r where r.tenant_id = tenant)
  update alarm_rule r set state = case when found.is_broken then 'broken' else 'active' end from found
    where r.tenant_id = tenant and r.id = found.id and found.is_broken <> (r.state = 'broken');
  with found as (select r.id, exists (select 1 from unnest(r.device_ids) as named where not exists (select 1 from device d where d.tenant_id = tenant and d.id = named)) as is_broken
    from device_group r where r.tenant_id = tenant)
  update device_group r set state = case when found.is_broken then 'broken' else 'active' end from found
    where r.tenant_id = tenant and r.id = found.id and found.is_broken <> (r.state = 'broken');
  with found as (select c.id, exists (select 1 from unnest(c.area_ids) as named where not exists (select 1 from area a where a.tenant_id = tenant and a.id = named)) as is_broken
    from alarm_contact c where c.tenant_id = tenant)
  update alarm_contact c set state = case when found.is_broken then 'broken' else 'active' end from found
    where c.tenant_id = tenant and c.id = found.id and found.is_broken <> (c.state = 'broken');
  with found as (select p.id, exists (select 1 from jsonb_array_elements(p.nodes) node where
        exists (select 1 from jsonb_array_elements(case jsonb_typeof(node->'userIds') when 'array' then node->'userIds' else '[]' end) named where not exists (select 1 from member m where m.tenant_id = tenant and m.id = named::text::bigint))
        or node->>'roleId' is not null and not exists (select 1 from role r where r.tenant_id = tenant and r.id = (node->>'roleId')::bigint)
        or node->>'organizationId' is not null and not exists (select 1 from organization o where o.tenant_id = tenant and o.id = (node->>'organizationId')::bigint)
        or exists (select 1 from furrow_named_places(node) place where case place.what when 'warehouse' then not exists (select 1 from warehouse w where w.tenant_id = tenant and w.id = place.id)
          when 'partner' then not exists (select 1 from partner b where b.tenant_id = tenant and b.id = place.id) else not exists (select 1 from organization o where o.tenant_id = tenant and o.id = place.id) end)) as is_broken
    from approval_process p where p.tenant_id = tenant)
  update approval_process p set reference_state = case when found.is_broken then 'broken' else 'active' end from found
    where p.tenant_id = tenant and p.id = found.id and found.is_broken <> (p.reference_state = 'broken');
  -- Nobody may do any more what it does; it goes on once whoever saved it may again, or somebody else saves it.
  update control_rule r set state = 'orphaned' where r.tenant_id = tenant and r.state = 'active' and r.last_updated_by is not null
    and not exists (select 1 from member m where m.tenant_id = tenant and m.account_id = r.last_updated_by);
$$;
create or replace function furrow_board_state(cards jsonb, sharing text, role bigint) returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when sharing = 'role' and role is null
    or exists (select 1 from jsonb_array_elements(cards) card where
      (card->>'areaId' is not null and not exists (select 1 from area a where a.tenant_id = furrow_tenant() and a.id = (card->>'areaId')::bigint))
      or exists (select 1 from (select card->>'deviceId' as named, card->>'metric' as metric union all select split_part(channel, ':', 1), split_part(channel, ':', 2) from unnest(string_to_array(coalesce(card->>'channels', ''), ',')) as channel where channel <> '') devices
        where named is not null and (not exists (select 1 from device d where d.tenant_id = furrow_tenant() and d.id = named::bigint)
          or furrow_channel_gone(furrow_tenant(), named::bigint, metric))))
    then 'broken' else 'active' end
$$;
create or replace function furrow_lost_inputs(inputs jsonb) returns text[] language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(input->>'name' order by input->>'name'), '{}') from jsonb_array_elements(inputs) input
  where input->>'kind' = 'channel' and not exists (select 1 from device d where d.tenant_id = furrow_tenant() and d.id = (input->>'deviceId')::bigint)
    or input->>'kind' = 'channel' and furrow_channel_gone(furrow_tenant(), (input->>'deviceId')::bigint, input->>'metric')
    or input->>'kind' = 'base' and not exists (select 1 from area a where a.tenant_id = furrow_tenant() and a.id = (input->>'areaId')::bigint)
$$;

create trigger references_gone after delete on calculation referencing old table as changed for each statement execute function furrow_references_changed();
create trigger references_back after insert on calculation referencing new table as changed for each statement execute function furrow_references_changed();
create trigger metric_edited after update of metric, device_type on alarm_rule for each row when (old.metric is distinct from new.metric or old.device_type is distinct from new.device_type) execute function furrow_reference_edited();

-- What names these calculated channels, of the caller's tenant, whoever may see it.
create function furrow_uses_of_channels(kind text, ids bigint[]) returns table (what text, id bigint, name text) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with asked as (select c.device_id, d.device_type, c.quantity || '.' || c.slot as metric from calculation c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id
    where kind = 'calculation' and c.tenant_id = furrow_tenant() and c.id = any(ids))
  select 'controlRule', r.id, r.name from control_rule r where r.tenant_id = furrow_tenant()
    and exists (select 1 from jsonb_array_elements(r.triggers || r.conditions) part join asked on (part->>'deviceId')::bigint = asked.device_id and part->>'metric' = asked.metric)
  union all select 'alarmRule', r.id, r.name from alarm_rule r where r.tenant_id = furrow_tenant()
    and exists (select 1 from asked where r.metric = asked.metric and r.device_type = asked.device_type and (r.device_ids = '{}' or asked.device_id = any(r.device_ids)))
  union all select 'board', b.id, b.name from board b where b.tenant_id = furrow_tenant() and exists (select 1 from jsonb_array_elements(b.cards) card join asked
    on (card->>'deviceId')::bigint = asked.device_id and card->>'metric' = asked.metric
      or asked.device_id || ':' || asked.metric = any(string_to_array(coalesce(card->>'channels', ''), ',')))
  union all select 'calculation', c.id, c.name from calculation c where c.tenant_id = furrow_tenant() and not c.id = any(ids)
    and exists (select 1 from jsonb_array_elements(c.inputs) input join asked on (input->>'deviceId')::bigint = asked.device_id and input->>'metric' = asked.metric)
  order by 1, 3
$$;
revoke all on function furrow_uses_of_channels(text, bigint[]) from public;
grant execute on function furrow_uses_of_channels(text, bigint[]) to furrow_app;

select furrow_keep_references(id) from tenant;
