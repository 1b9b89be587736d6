-- The day on which somebody worked, beside that on which it was accepted and its wage was taken: attendance counts the former.
alter table work_hours add column acted_on date;
update work_hours w set acted_on = (t.finished_at at time zone n.time_zone)::date from task t, tenant n
  where t.tenant_id = w.tenant_id and t.id = w.task_id and n.id = w.tenant_id and t.finished_at is not null;

create or replace view work_hours_view with (security_invoker = true) as
  select w.tenant_id, w.id, w.worked_on, w.worker_id, t.area_id, w.task_id, t.title as task_title, t.batch_id, w.hours, w.day_wage, w.amount,
    1 as object_version_number, w.creation_date, w.created_by, w.creation_date as last_update_date, w.created_by as last_updated_by,
    w.pieces, w.piece_unit, w.piece_rate, coalesce(w.acted_on, w.worked_on) as acted_on
  from work_hours w join task t on t.tenant_id = w.tenant_id and t.id = w.task_id
  where w.reverses_id is null and not exists (select 1 from work_hours r where r.tenant_id = w.tenant_id and r.reverses_id = w.id);

create or replace view work_month_view with (security_invoker = true) as
  select m.tenant_id, m.id, m.month, m.worker_id, m.area_id, m.days, m.tasks, m.hours, m.amount,
    1 as object_version_number, m.creation_date, null::bigint as created_by, m.last_update_date, null::bigint as last_updated_by,
    -- Jin and boxes do not add up: each unit by itself.
    (select string_agg(trim_scale(p.pieces)::text || ' ' || p.piece_unit, ', ' order by p.piece_unit)
      from (select x.piece_unit, sum(x.pieces) as pieces from work_hours_view x
        where x.tenant_id = m.tenant_id and x.worker_id = m.worker_id and x.area_id = m.area_id and x.pieces is not null
          and to_char(x.worked_on, 'YYYY-MM') = m.month group by x.piece_unit) p) as pieces,
    m.piece_amount
  from (select w.tenant_id, min(w.id) as id, to_char(w.worked_on, 'YYYY-MM') as month, w.worker_id, w.area_id,
      count(distinct w.acted_on)::integer as days, count(distinct w.task_id)::integer as tasks, sum(w.hours) as hours, sum(w.amount) as amount,
      min(w.creation_date) as creation_date, max(w.creation_date) as last_update_date, sum(w.amount) filter (where w.pieces is not null) as piece_amount
    from work_hours_view w group by w.tenant_id, to_char(w.worked_on, 'YYYY-MM'), w.worker_id, w.area_id) m;
