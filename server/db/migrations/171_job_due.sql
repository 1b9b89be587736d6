-- A job that failed because the database was away or had to break a tie comes again, later each time.
alter table job add column due_at timestamptz not null default now();
create or replace function furrow_claim_job(worker text) returns table (tenant_id bigint, id bigint) language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update job set state = 'running', claimed_by = worker, claimed_at = now(), tries = tries + 1
  where (job.tenant_id, job.id) = (
    select j.tenant_id, j.id from job j
      left join lateral (select count(*) as busy from job r where r.tenant_id = j.tenant_id and r.state = 'running' and r.claimed_at >= now() - interval '60 seconds') at_work on true
    where ((j.state = 'queued' and j.due_at <= now()) or (j.state = 'running' and j.claimed_at < now() - interval '60 seconds')) and at_work.busy < 2
    order by at_work.busy, j.id limit 1 for update of j skip locked
  ) returning job.tenant_id, job.id
$$;
