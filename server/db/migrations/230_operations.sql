-- Tenants that use most of what the operator lets them have: a share of four fifths and above, the fullest first.
create function furrow_tenants_near(most integer) returns table (tenant_id bigint, tenant_name text, what text, used bigint, allowed bigint) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.tenant_id, u.tenant_name, u.what, u.used, u.allowed from (
    select t.id as tenant_id, t.tenant_name, 'maxDevices' as what, (select count(*) from public.device d where d.tenant_id = t.id) as used, t.max_devices::bigint as allowed
      from public.tenant t where t.max_devices is not null and t.enabled_flag = 1
    union all
    select t.id, t.tenant_name, 'maxAccounts', (select count(*) from public.member m where m.tenant_id = t.id), t.max_accounts
      from public.tenant t where t.max_accounts is not null and t.enabled_flag = 1
    union all
    select t.id, t.tenant_name, 'maxStorageMb', (select (coalesce(sum(f.file_size), 0) + 1048575) / 1048576 from public.file f where f.tenant_id = t.id)::bigint, t.max_storage_mb
      from public.tenant t where t.max_storage_mb is not null and t.enabled_flag = 1
  ) u where u.used * 5 >= u.allowed * 4
  order by u.used::numeric / greatest(u.allowed, 1) desc, u.tenant_id, u.what limit most
$$;
revoke all on function furrow_tenants_near(integer) from public;
grant execute on function furrow_tenants_near(integer) to furrow_app;
