-- Whoever is limited to bases sees the rules that they wrote, and those that name only devices and groups which they see;
-- whoever is limited to their own records sees the former alone.
create function furrow_rule_in_scope(tenant bigint, parts jsonb) returns boolean stable parallel safe language sql set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(bool_and(
    (part->>'deviceId' is null or exists (select 1 from device d where d.tenant_id = tenant and d.id = (part->>'deviceId')::bigint))
    and (part->>'groupId' is null or exists (select 1 from device_group g where g.tenant_id = tenant and g.id = (part->>'groupId')::bigint))), false)
  from jsonb_array_elements(parts) as part $$;
drop policy in_scope on control_rule;
select furrow_scoped_table('control_rule', 'created_by = (select furrow_me()) or not (select furrow_own()) and furrow_rule_in_scope(tenant_id, triggers || conditions || actions)');
