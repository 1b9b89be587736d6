-- Alarm rules whose author has left say so; data scopes that name a deleted base and boards that name what is gone do too; and
-- who can mend it is told, once.

create function furrow_keep_alarm_authors(tenant bigint) returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with found as (select r.id, r.last_updated_by is not null and not exists (select 1 from member m where m.tenant_id = tenant and m.account_id = r.last_updated_by) as is_left
    from alarm_rule r where r.tenant_id = tenant and r.state <> 'broken')
  update alarm_rule r set state = case when found.is_left then 'orphaned' else 'active' end from found
    where r.tenant_id = tenant and r.id = found.id and found.is_left <> (r.state = 'orphaned');
$$;
revoke all on function furrow_keep_alarm_authors(bigint) from public;
create or replace function furrow_references_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform furrow_keep_references(tenant_id), furrow_keep_alarm_authors(tenant_id) from (select distinct tenant_id from changed) tenants;
  return null;
end $$;
create or replace function furrow_reference_edited() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform furrow_keep_references(new.tenant_id), furrow_keep_alarm_authors(new.tenant_id);
  return null;
end $$;
create trigger author_changed after update of last_updated_by on alarm_rule for each row when (old.last_updated_by is distinct from new.last_updated_by or old.state <> 'active') execute function furrow_reference_edited();
select furrow_keep_alarm_authors(id) from tenant;

-- Of the caller's tenant, whoever asks: a base that they may not see is no deleted one.
create function furrow_scope_state(scope text, ids bigint[]) returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when scope = 'areas' and exists (select 1 from unnest(ids) as named where not exists (select 1 from area a where a.tenant_id = furrow_tenant() and a.id = named)) then 'broken' else 'active' end
$$;
revoke all on function furrow_scope_state(text, bigint[]) from public;
grant execute on function furrow_scope_state(text, bigint[]) to furrow_app;
create or replace view role_view with (security_invoker = true) as
  select r.tenant_id, r.id, r.code, r.name, r.description, r.enabled_flag, r.builtin_flag, r.data_scope, r.scope_area_ids, r.object_version_number, r.creation_date, r.created_by, r.last_update_date, r.last_updated_by,
    (select count(*) from member_role mr where mr.tenant_id = r.tenant_id and mr.role_id = r.id) as user_count, furrow_scope_state(r.data_scope, r.scope_area_ids) as scope_state
  from role r;
create or replace view member_view with (security_invoker = true) as
  select m.tenant_id, m.id, m.account_id, coalesce(a.login_name, a.invited_login_name) as login_name, a.real_name, coalesce(a.phone, a.invited_phone) as phone, a.image_url, m.organization_id, m.enabled_flag, a.last_login_at,
    coalesce((select array_agg(r.role_id order by r.role_id) from member_role r where r.tenant_id = m.tenant_id and r.member_id = m.id), '{}') as role_ids,
    m.object_version_number, m.creation_date, m.created_by, m.last_update_date, m.last_updated_by,
    case when a.login_name is null then 0 else 1 end::smallint as joined_flag, m.data_scope, m.scope_area_ids, furrow_scope_state(m.data_scope, m.scope_area_ids) as scope_state
  from member m join account a on a.id = m.account_id;

create function furrow_board_state(cards jsonb, sharing text, role bigint) returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when sharing = 'role' and role is null
    or exists (select 1 from jsonb_array_elements(cards) card where
      (card->>'areaId' is not null and not exists (select 1 from area a where a.tenant_id = furrow_tenant() and a.id = (card->>'areaId')::bigint))
      or exists (select 1 from (select card->>'deviceId' as named union all select split_part(channel, ':', 1) from unnest(string_to_array(coalesce(card->>'channels', ''), ',')) as channel where channel <> '') devices
        where named is not null and not exists (select 1 from device d where d.tenant_id = furrow_tenant() and d.id = named::bigint)))
    then 'broken' else 'active' end
$$;
revoke all on function furrow_board_state(jsonb, text, bigint) from public;
grant execute on function furrow_board_state(jsonb, text, bigint) to furrow_app;
create or replace view board_view with (security_invoker = true) as
  select b.tenant_id, b.id, b.name, b.sharing, b.role_id, b.cards, b.description, b.object_version_number, b.creation_date, b.created_by, b.last_update_date, b.last_updated_by,
    (select real_name from account a where a.id = b.created_by) as owner_name, furrow_board_state(b.cards, b.sharing, b.role_id) as state
  from board b;

-- As before, and roles, people and boards that name a base, boards of a role, alarm rules of an author.
create or replace function furrow_uses_of_places(kind text, ids bigint[]) returns table (what text, id bigint, name text) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select 'alarmContact', c.id, c.name from alarm_contact c where c.tenant_id = furrow_tenant() and (kind = 'area' and c.area_ids && ids or kind = 'user' and c.user_id = any(ids))
  union all select 'approvalProcess', p.id, p.name from approval_process p where p.tenant_id = furrow_tenant() and exists (select 1 from jsonb_array_elements(p.nodes) node where
      kind = 'user' and exists (select 1 from jsonb_array_elements(case jsonb_typeof(node->'userIds') when 'array' then node->'userIds' else '[]' end) named where named::text::bigint = any(ids))
      or kind = 'role' and (node->>'roleId')::bigint = any(ids) or kind = 'organization' and (node->>'organizationId')::bigint = any(ids)
      or exists (select 1 from furrow_named_places(node) place where place.what = kind and place.id = any(ids)))
  union all select 'controlRule', r.id, r.name from control_rule r where kind = 'user' and r.tenant_id = furrow_tenant() and r.last_updated_by in (select m.account_id from member m where m.tenant_id = furrow_tenant() and m.id = any(ids))
  union all select 'alarmRule', r.id, r.name from alarm_rule r where kind = 'user' and r.tenant_id = furrow_tenant() and r.last_updated_by in (select m.account_id from member m where m.tenant_id = furrow_tenant() and m.id = any(ids))
  union all select 'role', r.id, r.name from role r where kind = 'area' and r.tenant_id = furrow_tenant() and r.data_scope = 'areas' and r.scope_area_ids && ids
  union all select 'user', m.id, a.real_name from member m join account a on a.id = m.account_id where kind = 'area' and m.tenant_id = furrow_tenant() and m.data_scope = 'areas' and m.scope_area_ids && ids
  union all select 'board', b.id, b.name from board b where b.tenant_id = furrow_tenant() and (kind = 'role' and b.role_id = any(ids)
    or kind = 'area' and exists (select 1 from jsonb_array_elements(b.cards) card where (card->>'areaId')::bigint = any(ids)))
  order by 1, 3
$$;

-- Of what it was told that it names what is gone; it is told again only after it was whole.
create table reference_told (
  tenant_id bigint not null default furrow_tenant() references tenant (id),
  what text not null, record_id bigint not null, state text not null, told_at timestamptz not null default now(),
  primary key (tenant_id, what, record_id)
);
select furrow_tenant_table('reference_told');
