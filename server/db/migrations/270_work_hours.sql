-- What was worked and counts, and the same by person, base and month: what was taken back is left out with what takes it back.
create view work_hours_view with (security_invoker = true) as
  select w.tenant_id, w.id, w.worked_on, w.worker_id, t.area_id, w.task_id, t.title as task_title, t.batch_id, w.hours, w.day_wage, w.amount,
    1 as object_version_number, w.creation_date, w.created_by, w.creation_date as last_update_date, w.created_by as last_updated_by
  from work_hours w join task t on t.tenant_id = w.tenant_id and t.id = w.task_id
  where w.reverses_id is null and not exists (select 1 from work_hours r where r.tenant_id = w.tenant_id and r.reverses_id = w.id);
grant select on work_hours_view to furrow_app;

create view work_month_view with (security_invoker = true) as
  -- One number for each month of a person on a base: their first hours in it.
  select w.tenant_id, min(w.id) as id, to_char(w.worked_on, 'YYYY-MM') as month, w.worker_id, w.area_id,
    count(distinct w.worked_on)::integer as days, count(distinct w.task_id)::integer as tasks, sum(w.hours) as hours, sum(w.amount) as amount,
    1 as object_version_number, min(w.creation_date) as creation_date, null::bigint as created_by, max(w.creation_date) as last_update_date, null::bigint as last_updated_by
  from work_hours_view w group by w.tenant_id, to_char(w.worked_on, 'YYYY-MM'), w.worker_id, w.area_id;
grant select on work_month_view to furrow_app;
