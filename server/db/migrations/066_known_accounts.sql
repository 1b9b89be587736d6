-- Whom a tenant knows: who works there and, because their names stand in what they did, who once did. Nobody else has an
-- account as far as one tenant's transaction can see.
create table known_account (
  tenant_id bigint not null default furrow_tenant() references tenant (id),
  account_id bigint not null references account (id) on delete cascade,
  since timestamptz not null default now(),
  primary key (tenant_id, account_id)
);
create index known_account_account_id on known_account (account_id);
select furrow_tenant_table('known_account', 'select');
create policy by_definer on known_account to current_user using (true) with check (true);

create function furrow_know() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.known_account (tenant_id, account_id) values (new.tenant_id, new.account_id) on conflict do nothing;
  return null;
end $$;
revoke all on function furrow_know() from public;
create trigger known after insert or update of account_id on member for each row execute function furrow_know();

-- Those who are there already, and those who have left and whom the tenant's rows still name; operators are nobody's people.
do $$
declare
  named record;
begin
  for named in
    select c.relname as name, a.attname as field from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'bigint'::regtype
      join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity and not c.relispartition and c.relname <> 'known_account'
      and (a.attname ~ '_by$' or a.attname = 'account_id'
        or exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'account'::regclass and a.attnum = any(k.conkey)))
  loop
    execute format('insert into known_account (tenant_id, account_id) select distinct r.tenant_id, r.%2$I from %1$I r join tenant t on t.id = r.tenant_id
      join account a on a.id = r.%2$I and (a.operator_flag = 0 or %1$L = ''member'') on conflict do nothing', named.name, named.field);
  end loop;
end $$;

-- Outside of any tenant, where sign-in and the operator work, there are all. Who is made in a tenant begins there.
alter table account enable row level security;
alter table account force row level security;
create policy known_only on account using ((select coalesce(furrow_tenant(), 0)) = 0 or default_tenant_id = (select furrow_tenant())
  or exists (select 1 from known_account k where k.tenant_id = (select furrow_tenant()) and k.account_id = account.id));
create policy by_definer on account to current_user using (true) with check (true);

-- Who signs in by a name or a phone; the phone is who proved it, whatever others call themselves. One at a time, by the index.
create function furrow_account_of(given text) returns bigint language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id from public.account a where a.login_name is not null and (lower(a.login_name) = lower(given) or a.phone = given) order by a.phone is not distinct from given desc limit 1
$$;
revoke all on function furrow_account_of(text) from public;
grant execute on function furrow_account_of(text) to furrow_app;
