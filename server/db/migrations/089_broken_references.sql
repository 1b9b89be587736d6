-- What names a device or a group outlives it. It says so from then on, and goes on when they come back; whoever deletes is told before.

alter table alarm_rule add column state text not null default 'active';
alter table device_group add column state text not null default 'active';
create policy by_definer on device_group to current_user using (true) with check (true);
create policy by_definer on gateway_strategy to current_user using (true) with check (true);

-- Looks at every rule and group of a tenant, whoever's they are and whoever deletes.
create function furrow_keep_references(tenant bigint) returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
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
$$;
revoke all on function furrow_keep_references(bigint) from public;
create function furrow_references_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform furrow_keep_references(tenant_id) from (select distinct tenant_id from changed) tenants;
  return null;
end $$;
revoke all on function furrow_references_changed() from public;
create trigger references_gone after delete on device referencing old table as changed for each statement execute function furrow_references_changed();
create trigger references_back after insert on device referencing new table as changed for each statement execute function furrow_references_changed();
create trigger references_gone after delete on device_group referencing old table as changed for each statement execute function furrow_references_changed();
create trigger references_back after insert on device_group referencing new table as changed for each statement execute function furrow_references_changed();
create trigger references_back after insert on alarm_rule referencing new table as changed for each statement execute function furrow_references_changed();
create trigger references_back after insert on control_rule referencing new table as changed for each statement execute function furrow_references_changed();
-- What is edited names only what is there.
create function furrow_reference_edited() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform furrow_keep_references(new.tenant_id);
  return null;
end $$;
revoke all on function furrow_reference_edited() from public;
create trigger references_edited after update of device_ids on alarm_rule for each row execute function furrow_reference_edited();
create trigger references_edited after update of device_ids on device_group for each row execute function furrow_reference_edited();
create trigger references_edited after update of triggers, conditions, actions on control_rule for each row execute function furrow_reference_edited();

-- What names these devices or groups, of the caller's tenant, whoever may see it: those who may not are told how many there are.
create function furrow_uses(kind text, ids bigint[]) returns table (what text, id bigint, name text) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select 'controlRule', r.id, r.name from control_rule r where r.tenant_id = furrow_tenant()
    and exists (select 1 from jsonb_array_elements(r.triggers || r.conditions || r.actions) part where (part->>case when kind = 'device' then 'deviceId' else 'groupId' end)::bigint = any(ids))
  union all select 'alarmRule', r.id, r.name from alarm_rule r where kind = 'device' and r.tenant_id = furrow_tenant() and r.device_ids && ids
  union all select 'deviceGroup', r.id, r.name from device_group r where kind = 'device' and r.tenant_id = furrow_tenant() and r.device_ids && ids
  union all select 'strategy', s.device_id, s.name from gateway_strategy s where kind = 'device' and s.tenant_id = furrow_tenant() and s.removed_flag = 0 and (s.trigger->>'deviceId')::bigint = any(ids) and not s.device_id = any(ids)
  order by 1, 3
$$;
revoke all on function furrow_uses(text, bigint[]) from public;
grant execute on function furrow_uses(text, bigint[]) to furrow_app;

select furrow_keep_references(id) from tenant;
