-- Contacts and flows that name a base, a person, a role, an organisation, a warehouse or a partner that is deleted say so too, and
-- rules whose author has left.

alter table alarm_contact add column state text not null default 'active';
alter table approval_process add column reference_state text not null default 'active';
create policy by_definer on alarm_contact to current_user using (true) with check (true);
create policy by_definer on approval_process to current_user using (true) with check (true);
create policy by_definer on role to current_user using (true) with check (true);
create policy by_definer on organization to current_user using (true) with check (true);
create policy by_definer on area to current_user using (true) with check (true);
create policy by_definer on warehouse to current_user using (true) with check (true);
create policy by_definer on partner to current_user using (true) with check (true);

-- Warehouses, partners and organisations that a node of a flow asks for in its conditions.
create function furrow_named_places(node jsonb) returns table (what text, id bigint) language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select case condition->>'fact' when 'partnerId' then 'partner' when 'organizationId' then 'organization' else 'warehouse' end, named::bigint
    from jsonb_array_elements(case jsonb_typeof(node->'conditions') when 'array' then node->'conditions' else '[]' end) condition,
      jsonb_array_elements_text(case jsonb_typeof(condition->'values') when 'array' then condition->'values' else '[]' end) named
    where condition->>'fact' in ('partnerId', 'organizationId', 'warehouseId', 'toWarehouseId') and named ~ '^[0-9]{1,18}$'
$$;

-- As before, and contacts, flows and authors.
create or replace function furrow_keep_references(tenant bigint) returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with found as (select r.id, exists (select 1 from jsonb_array_elements(r.triggers || r.conditions || r.actions) part
      where part->>'deviceId' is not null and not exists (select 1 from device d where d.tenant_id = tenant and d.id = (part->>'deviceId')::bigint)
        or part->>'groupId' is not null and not exists (select 1 from device_group g where g.tenant_id = tenant and g.id = (part->>'groupId')::bigint)) as is_broken
    from control_rule r where r.tenant_id = tenant)
  update control_rule r set state = case when found.is_broken then 'broken' else 'active' end from found
    where r.tenant_id = tenant and r.id = found.id and found.is_broken <> (r.state = 'broken');
  with found as (select r.id, exists (select 1 from unnest(r.device_ids) as named where not exists (select 1 from device d where d.tenant_id = tenant and d.id = named)) as is_broken
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

-- What names these places or people, of the caller's tenant, whoever may see it; beside what names devices and groups.
create function furrow_uses_of_places(kind text, ids bigint[]) returns table (what text, id bigint, name text) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select 'alarmContact', c.id, c.name from alarm_contact c where c.tenant_id = furrow_tenant() and (kind = 'area' and c.area_ids && ids or kind = 'user' and c.user_id = any(ids))
  union all select 'approvalProcess', p.id, p.name from approval_process p where p.tenant_id = furrow_tenant() and exists (select 1 from jsonb_array_elements(p.nodes) node where
      kind = 'user' and exists (select 1 from jsonb_array_elements(case jsonb_typeof(node->'userIds') when 'array' then node->'userIds' else '[]' end) named where named::text::bigint = any(ids))
      or kind = 'role' and (node->>'roleId')::bigint = any(ids) or kind = 'organization' and (node->>'organizationId')::bigint = any(ids)
      or exists (select 1 from furrow_named_places(node) place where place.what = kind and place.id = any(ids)))
  union all select 'controlRule', r.id, r.name from control_rule r where kind = 'user' and r.tenant_id = furrow_tenant() and r.last_updated_by in (select m.account_id from member m where m.tenant_id = furrow_tenant() and m.id = any(ids))
  order by 1, 3
$$;
revoke all on function furrow_uses_of_places(text, bigint[]) from public;
grant execute on function furrow_uses_of_places(text, bigint[]) to furrow_app;

create trigger references_gone after delete on area referencing old table as changed for each statement execute function furrow_references_changed();
create trigger references_back after insert on area referencing new table as changed for each statement execute function furrow_references_changed();
create trigger references_gone after delete on member referencing old table as changed for each statement execute function furrow_references_changed();
create trigger references_back after insert on member referencing new table as changed for each statement execute function furrow_references_changed();
create trigger references_gone after delete on role referencing old table as changed for each statement execute function furrow_references_changed();
create trigger references_back after insert on role referencing new table as changed for each statement execute function furrow_references_changed();
create trigger references_gone after delete on organization referencing old table as changed for each statement execute function furrow_references_changed();
create trigger references_back after insert on organization referencing new table as changed for each statement execute function furrow_references_changed();
create trigger references_gone after delete on warehouse referencing old table as changed for each statement execute function furrow_references_changed();
create trigger references_back after insert on warehouse referencing new table as changed for each statement execute function furrow_references_changed();
create trigger references_gone after delete on partner referencing old table as changed for each statement execute function furrow_references_changed();
create trigger references_back after insert on partner referencing new table as changed for each statement execute function furrow_references_changed();
create trigger references_back after insert on alarm_contact referencing new table as changed for each statement execute function furrow_references_changed();
create trigger references_back after insert on approval_process referencing new table as changed for each statement execute function furrow_references_changed();
create trigger references_edited after update of area_ids on alarm_contact for each row execute function furrow_reference_edited();
create trigger references_edited after update of nodes on approval_process for each row execute function furrow_reference_edited();

select furrow_keep_references(id) from tenant;
