-- What somebody said instead of writing it: one sound, as attachments are kept.
alter table farm_log add column voice jsonb;
drop view farm_log_view;
create view farm_log_view with (security_invoker = true) as
  select l.*, (select real_name from account a where a.id = l.created_by) as author,
    case when l.created_by = nullif(current_setting('app.person', true), '')::bigint then 1 else 0 end::smallint as mine_flag
  from farm_log l;
grant select on farm_log_view to furrow_app;
