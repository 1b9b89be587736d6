-- What has units or people below it cannot be deleted, and is not offered to be.
create view organization_view with (security_invoker = true) as
  select o.*,
    (exists (select 1 from organization c where c.tenant_id = o.tenant_id and c.parent_id = o.id)
      or exists (select 1 from member m where m.tenant_id = o.tenant_id and m.organization_id = o.id))::int::smallint as used_flag
  from organization o;
grant select on organization_view to furrow_app;
