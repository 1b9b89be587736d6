-- What was done without a network is told later: when a task became somebody's, and when the server learned of an act.
alter table task add column assigned_at timestamptz, add column start_received_at timestamptz, add column finish_received_at timestamptz;
update task set assigned_at = creation_date where leader_id is not null;

-- Whoever gives it to somebody, by whichever call: nothing was done before that.
create function furrow_task_assigned() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.leader_id is not null and (tg_op = 'INSERT' or old.leader_id is null) then
    new.assigned_at = now();
  end if;
  return new;
end $$;
create trigger task_assigned before insert or update of leader_id on task for each row execute function furrow_task_assigned();
