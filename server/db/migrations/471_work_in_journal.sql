-- What was accepted stands in the journal by itself: which task, on which plots, by whom, with what. A snapshot, as the report may be
-- written again after it was taken back; what was taken back late stays and says so.
alter table farm_log add column origin text not null default 'hand' check (origin in ('hand', 'task'));
alter table farm_log add column done_task_id bigint;
alter table farm_log add column land_ids bigint[] not null default '{}';
alter table farm_log add column worker_ids bigint[] not null default '{}';
alter table farm_log add column leader_id bigint;
alter table farm_log add column worked_hours numeric(9, 1);
alter table farm_log add column harvested_kg numeric(14, 3);
alter table farm_log add column used jsonb not null default '[]';
alter table farm_log add column undone_flag smallint not null default 0;
alter table farm_log add check ((origin = 'task') = (done_task_id is not null));
create unique index farm_log_done_task_id on farm_log (tenant_id, done_task_id) where undone_flag = 0 and done_task_id is not null;

create or replace view farm_log_view with (security_invoker = true) as
  select l.tenant_id, l.id, l.log_title, l.log_level, l.log_type, l.content, l.area_id, l.land_id, l.batch_id, l.latlng, l.happened_at, l.description,
    l.object_version_number, l.creation_date, l.created_by, l.last_update_date, l.last_updated_by, l.voice,
    case when l.origin = 'task' then (select w.real_name from worker w where w.tenant_id = l.tenant_id and w.id = l.leader_id)
      else (select real_name from account a where a.id = l.created_by) end as author,
    case when l.origin = 'hand' and l.created_by = nullif(current_setting('app.person', true), '')::bigint then 1 else 0 end::smallint as mine_flag,
    k.id as task_id, case when k.id is null then 0 else 1 end::smallint as task_flag,
    l.origin, l.done_task_id, l.land_ids, l.worker_ids, l.worked_hours, l.harvested_kg,
    (select coalesce(jsonb_agg(one.line || jsonb_build_object('skuIdName', s.name, 'unitName', u.name) order by one.place), '[]')
      from jsonb_array_elements(l.used) with ordinality as one(line, place) left join sku_view s on s.tenant_id = l.tenant_id and s.id = (one.line->>'skuId')::bigint
        left join unit u on u.tenant_id = s.tenant_id and u.id = s.unit_id) as used,
    l.undone_flag
  from farm_log l left join task k on k.tenant_id = l.tenant_id and k.id = l.task_id;
