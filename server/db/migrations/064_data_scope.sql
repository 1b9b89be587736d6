-- Within a tenant somebody may be limited to some bases, or to what they made themselves. Where nothing is set, nothing limits:
-- the services' own work sees the whole tenant.
create function furrow_unlimited() returns boolean stable parallel safe language sql as $$ select coalesce(current_setting('app.areas', true), '') = '' $$;
create function furrow_areas() returns bigint[] stable parallel safe language sql as $$ select nullif(current_setting('app.areas', true), '')::bigint[] $$;
-- Who it is that is limited, and whether to their own records (of places they then see all).
create function furrow_me() returns bigint stable parallel safe language sql as $$ select nullif(current_setting('app.me', true), '')::bigint $$;
create function furrow_own() returns boolean stable parallel safe language sql as $$ select coalesce(current_setting('app.own', true), '') = 'on' $$;

-- Beside the tenant's policy, never instead of it. `commands`: what the condition is asked for.
create function furrow_scoped_table(name text, condition text, commands text default 'all') returns void language plpgsql as $$
begin
  execute format('create policy in_scope on %I as restrictive for %s to furrow_app using ((select furrow_unlimited()) or %s)', name, commands, condition);
end $$;
-- A base, and what stands on one.
create function furrow_place(area text) returns text immutable language sql as
  $$ select format('(select furrow_own()) or %s = any((select furrow_areas())::bigint[])', area) $$;
-- What belongs to a row of another table is seen with it.
create function furrow_part(name text, parent text, key text) returns text immutable language sql as
  $$ select format('exists (select 1 from %1$I p where p.tenant_id = %2$I.tenant_id and p.id = %2$I.%3$I)', parent, name, key) $$;

alter table area add column organization_id bigint, add foreign key (tenant_id, organization_id) references organization (tenant_id, id);
create index area_organization_id on area (tenant_id, organization_id);
alter table role add column data_scope text not null default 'all', add column scope_area_ids bigint[] not null default '{}';
alter table member add column data_scope text not null default 'roles', add column scope_area_ids bigint[] not null default '{}';

-- A base that somebody is making has no number that they could have been given: it is seen by who made it.
select furrow_scoped_table('area', furrow_place('id') || ' or created_by = (select furrow_me())');
select furrow_scoped_table(name, furrow_place('area_id')) from unnest('{land,device,camera,farm_store,worker,warehouse,alarm}'::text[]) as name;

select furrow_scoped_table(name, furrow_part(name, 'device', 'device_id')) from unnest('{device_offline,device_channel,device_switch,device_credential,aerator_pump,gateway_strategy}'::text[]) as name;
-- Written by devices, never by people.
select furrow_scoped_table(name, furrow_part(name, 'device', 'device_id'), 'select') from unnest('{telemetry,telemetry_hour,telemetry_day,device_latest,device_message,alarm_state}'::text[]) as name;
select furrow_scoped_table('gateway_collection', furrow_part('gateway_collection', 'device', 'gateway_id'));
select furrow_scoped_table('device_command', furrow_place('area_id'));
select furrow_scoped_table('device_group', 'not exists (select 1 from unnest(device_ids) as wanted where not exists (select 1 from device d where d.tenant_id = device_group.tenant_id and d.id = wanted))');
select furrow_scoped_table('sim_card', 'exists (select 1 from device d where d.tenant_id = sim_card.tenant_id and d.iccid = sim_card.iccid)');
select furrow_scoped_table('sim_usage', furrow_part('sim_usage', 'sim_card', 'card_id'));

select furrow_scoped_table('alarm_journal', furrow_part('alarm_journal', 'alarm', 'alarm_id'));
select furrow_scoped_table('alarm_notice', furrow_part('alarm_notice', 'alarm', 'alarm_id'));
-- What holds for every base is nobody's who has some of them.
select furrow_scoped_table('alarm_rule', furrow_place('area_id'));
select furrow_scoped_table('alarm_contact', '(select furrow_own()) or (area_ids <> ''{}'' and area_ids <@ (select furrow_areas())::bigint[])');
select furrow_scoped_table('alarm_robot', furrow_part('alarm_robot', 'alarm_contact', 'contact_id'));
-- A rule may name devices of any base: whoever is limited sees those that they wrote.
select furrow_scoped_table('control_rule', 'created_by = (select furrow_me())');
select furrow_scoped_table(name, furrow_part(name, 'control_rule', 'rule_id')) from unnest('{control_run,control_rule_clock,control_rule_edge}'::text[]) as name;

-- A document is seen from either warehouse; one that names none, by who wrote it.
select furrow_scoped_table('stock_document', '((select furrow_own()) or coalesce(warehouse_id, to_warehouse_id) is null) and created_by = (select furrow_me())
  or exists (select 1 from warehouse w where w.tenant_id = stock_document.tenant_id and w.id in (stock_document.warehouse_id, stock_document.to_warehouse_id) and w.area_id = any((select furrow_areas())::bigint[]))');
select furrow_scoped_table('stock_document_line', furrow_part('stock_document_line', 'stock_document', 'document_id'));
select furrow_scoped_table(name, furrow_part(name, 'warehouse', 'warehouse_id')) from unnest('{stock_balance,stock_ledger,stock_limit}'::text[]) as name;

-- What was written and deleted anywhere; one record's history is asked for with the record (server/modules/platform).
select furrow_scoped_table('audit', 'account_id = (select furrow_me())', 'select');
select furrow_scoped_table('recycled', 'deleted_by = (select furrow_me())');

create or replace view member_view with (security_invoker = true) as
  select m.tenant_id, m.id, m.account_id, coalesce(a.login_name, a.invited_login_name) as login_name, a.real_name, coalesce(a.phone, a.invited_phone) as phone, a.image_url, m.organization_id, m.enabled_flag, a.last_login_at,
    coalesce((select array_agg(r.role_id order by r.role_id) from member_role r where r.tenant_id = m.tenant_id and r.member_id = m.id), '{}') as role_ids,
    m.object_version_number, m.creation_date, m.created_by, m.last_update_date, m.last_updated_by,
    case when a.login_name is null then 0 else 1 end::smallint as joined_flag, m.data_scope, m.scope_area_ids
  from member m join account a on a.id = m.account_id;
drop view role_view;
create view role_view with (security_invoker = true) as
  select r.*, (select count(*) from member_role mr where mr.tenant_id = r.tenant_id and mr.role_id = r.id) as user_count from role r;
grant select on role_view to furrow_app;
