-- What the operator lets a tenant have; null: as much as there is.
alter table tenant add column max_devices integer check (max_devices >= 0), add column max_accounts integer check (max_accounts >= 0), add column max_storage_mb integer check (max_storage_mb >= 0);
create policy by_definer on file to current_user using (true) with check (true);

-- Asked for each new row, by whichever way it comes: a form, an import, a restored record. It counts the whole tenant's, whatever
-- the writer may see, and one writer after the other.
create function furrow_limit() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  most bigint;
  held bigint;
begin
  execute format('select %I from tenant where id = $1', 'max_' || tg_argv[0]) into most using new.tenant_id;
  if most is null then return new; end if;
  perform pg_advisory_xact_lock(hashtext('furrow limit ' || tg_argv[0]), new.tenant_id::integer);
  if tg_argv[0] = 'storage_mb' then
    select (coalesce(sum(file_size), 0) + new.file_size + 1048575) / 1048576 into held from file where tenant_id = new.tenant_id;
  else
    execute format('select count(*) + 1 from %I where tenant_id = $1', tg_table_name) into held using new.tenant_id;
  end if;
  if held > most then raise exception using errcode = 'FL001', message = tg_argv[0], detail = most; end if;
  return new;
end $$;
revoke all on function furrow_limit() from public;
create trigger in_limit before insert on device for each row execute function furrow_limit('devices');
create trigger in_limit before insert on member for each row execute function furrow_limit('accounts');
create trigger in_limit before insert on file for each row execute function furrow_limit('storage_mb');

-- Next is the oldest job of whoever has the fewest at work; nobody has more than two, so that a third lane is somebody else's.
create or replace function furrow_claim_job(worker text) returns table (tenant_id bigint, id bigint) language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update job set state = 'running', claimed_by = worker, claimed_at = now(), tries = tries + 1
  where (job.tenant_id, job.id) = (
    select j.tenant_id, j.id from job j
      left join lateral (select count(*) as busy from job r where r.tenant_id = j.tenant_id and r.state = 'running' and r.claimed_at >= now() - interval '60 seconds') at_work on true
    where (j.state = 'queued' or (j.state = 'running' and j.claimed_at < now() - interval '60 seconds')) and at_work.busy < 2
    order by at_work.busy, j.id limit 1 for update of j skip locked
  ) returning job.tenant_id, job.id
$$;
