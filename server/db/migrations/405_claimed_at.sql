-- Who takes a task without a network says when it was: what they then did follows that moment, not
-- the one at which the server learned of it.
create or replace function furrow_task_assigned() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.leader_id is not null and (tg_op = 'INSERT' or old.leader_id is null)
    and (tg_op = 'INSERT' or new.assigned_at is not distinct from old.assigned_at) then
    new.assigned_at = now();
  end if;
  return new;
end $$;
