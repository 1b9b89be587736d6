-- Limits that are passed again and again, and faults that a device says itself.
alter table alarm_rule add column times integer, add column fault_code integer;

-- What was last told of each card: 0 nothing, 1 and 2 nearer and nearer, 3 over. It falls when the card is renewed.
alter table sim_card add column told_expiry smallint not null default 0, add column told_quota smallint not null default 0;
create view sim_due with (security_invoker = true) as
  select s.tenant_id, s.id, s.iccid, s.expires_on, s.quota_mb, s.used_mb, s.told_expiry, s.told_quota,
    case when s.expires_on < current_date then 3 when s.expires_on <= current_date + 7 then 2 when s.expires_on <= current_date + 30 then 1 else 0 end as expiry,
    case when s.quota_mb > 0 and s.used_mb >= s.quota_mb then 2 when s.quota_mb > 0 and s.used_mb >= s.quota_mb * 0.8 then 1 else 0 end as quota
  from sim_card s;
grant select on sim_due to furrow_app;
create policy by_definer on sim_card to current_user using (true) with check (true);
-- Tenants with a card that stands elsewhere than was told; keys only.
create function furrow_sim_tenants() returns table (tenant_id bigint) language sql stable security definer set search_path = public as $$
  select distinct d.tenant_id from sim_due d join tenant t on t.id = d.tenant_id where t.enabled_flag = 1 and (d.expiry <> d.told_expiry or d.quota <> d.told_quota)
$$;
revoke all on function furrow_sim_tenants() from public;
grant execute on function furrow_sim_tenants() to furrow_app;

-- How long alarms that are over are kept, with everything that was written about them. Open ones are never taken away.
alter table tenant add column alarm_days integer not null default 365 check (alarm_days between 30 and 3650);
create index alarm_cleared on alarm (tenant_id, cleared_at) where state = 'cleared';
-- One process at a time; the others answer 0. In portions, so that nobody waits for it.
create function furrow_alarm_trim(most integer) returns bigint language plpgsql security definer set search_path = public as $$
declare
  gone bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('furrow alarm trim')) then return 0; end if;
  delete from alarm a using (
    select o.tenant_id, o.id from alarm o join tenant t on t.id = o.tenant_id
    where o.state = 'cleared' and o.cleared_at < now() - make_interval(days => t.alarm_days) limit most
  ) old where a.tenant_id = old.tenant_id and a.id = old.id;
  get diagnostics gone = row_count;
  delete from alarm_notice n using tenant t where t.id = n.tenant_id and n.alarm_id is null and n.state not in ('queued', 'sending') and n.created_at < now() - make_interval(days => t.alarm_days);
  return gone;
end $$;
revoke all on function furrow_alarm_trim(integer) from public;
grant execute on function furrow_alarm_trim(integer) to furrow_app;

create index organization_parent_id on organization (tenant_id, parent_id);
create index organization_leader_id on organization (tenant_id, leader_id);
create index member_organization_id on member (tenant_id, organization_id);
