-- Which parts of its plots the tasks of a recurring one are for, as a task itself names them.
alter table task_repeat add column parts jsonb not null default '[]';
create view task_repeat_view with (security_invoker = true) as
  select r.tenant_id, r.id, r.title, r.task_type_id, r.priority, r.area_id, r.land_ids, r.batch_id, r.leader_id, r.participant_ids, r.period, r.gap, r.weekdays, r.starts_on, r.until, r.days, r.lead_days, r.planned_hours, r.photo_count, r.enabled_flag, r.next_on, r.made, r.problem, r.description, r.object_version_number, r.creation_date, r.created_by, r.last_update_date, r.last_updated_by,
    (select coalesce(jsonb_agg(one.line || jsonb_build_object('landIdName', l.land_name) order by one.place), '[]')
      from jsonb_array_elements(r.parts) with ordinality as one(line, place) left join land l on l.tenant_id = r.tenant_id and l.id = (one.line->>'landId')::bigint) as parts
  from task_repeat r;
grant select on task_repeat_view to furrow_app;
