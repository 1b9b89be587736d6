-- Recordings may lie in a bucket: a piece is written to the disk and goes there once it is whole.
alter table camera_segment
  -- 0: on the disk; 1: in the bucket, and on the disk no more.
  add column place smallint not null default 0,
  -- When a process may upload it: one that is at it holds the others off for two minutes.
  add column upload_from timestamptz not null default now();
create index camera_segment_on_disk on camera_segment (starts_on) where place = 0;
create index camera_segment_run on camera_segment (tenant_id, camera_id, run);

-- What is not indexed by its run any more is asked for within the tenant.
drop function furrow_segments_known(bigint, bigint);
drop function furrow_segments_due();
drop function furrow_segments_oldest(integer);

-- What of the recordings goes: too old, beyond the room that its camera has, or before an alarm that did not come.
create function furrow_segments_due() returns table (tenant_id bigint, camera_id bigint, starts_on timestamptz, run text, file text, place smallint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with room as (
    select c.tenant_id, c.id, now() - make_interval(days => coalesce(c.record_days, 7)) as since,
      coalesce(c.record_gigabytes, 20) * 1000000000::numeric as most,
      (select sum(s.bytes) from camera_segment s where s.tenant_id = c.tenant_id and s.camera_id = c.id) as total
    from camera c
  )
  select due.tenant_id, due.camera_id, due.starts_on, due.run, due.file, due.place from room r cross join lateral (
    select s.* from camera_segment s where s.tenant_id = r.tenant_id and s.camera_id = r.id and s.starts_on < r.since and s.ends_on < r.since
    union
    select s.* from camera_segment s where s.tenant_id = r.tenant_id and s.camera_id = r.id and s.kept_flag = 0 and s.ends_on < now() - interval '90 seconds'
    union
    -- From the oldest on, until what is newer fits.
    select s.* from (
      select o.starts_on, sum(o.bytes) over (order by o.starts_on) - o.bytes as older from camera_segment o
      where r.total > r.most and o.tenant_id = r.tenant_id and o.camera_id = r.id order by o.starts_on limit 2000
    ) o join camera_segment s on s.tenant_id = r.tenant_id and s.camera_id = r.id and s.starts_on = o.starts_on
    where r.total - o.older > r.most
  ) due where r.total > 0 order by due.place, due.starts_on limit 5000
$$;
revoke all on function furrow_segments_due() from public;
grant execute on function furrow_segments_due() to furrow_app;
-- The oldest pieces that lie on the disk, for when there is no room.
create function furrow_segments_oldest(count integer) returns table (tenant_id bigint, camera_id bigint, starts_on timestamptz, run text, file text, place smallint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.tenant_id, s.camera_id, s.starts_on, s.run, s.file, s.place from camera_segment s where s.place = 0 order by s.starts_on limit count
$$;
revoke all on function furrow_segments_oldest(integer) from public;
grant execute on function furrow_segments_oldest(integer) to furrow_app;
-- Bytes on the disk.
create function furrow_segments_waiting() returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(s.bytes), 0)::bigint from camera_segment s where s.place = 0
$$;
revoke all on function furrow_segments_waiting() from public;
grant execute on function furrow_segments_waiting() to furrow_app;
-- The oldest that are to be uploaded, taken by whoever asks; what no alarm has kept yet may go by itself.
create function furrow_segments_to_upload(count integer) returns table (tenant_id bigint, camera_id bigint, starts_on timestamptz, run text, file text)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update camera_segment s set upload_from = now() + interval '2 minutes'
  from (select n.tenant_id, n.camera_id, n.starts_on from camera_segment n
    where n.place = 0 and n.kept_flag = 1 and n.upload_from <= now() order by n.starts_on limit count for update skip locked) n
  where s.tenant_id = n.tenant_id and s.camera_id = n.camera_id and s.starts_on = n.starts_on
  returning s.tenant_id, s.camera_id, s.starts_on, s.run, s.file
$$;
revoke all on function furrow_segments_to_upload(integer) from public;
grant execute on function furrow_segments_to_upload(integer) to furrow_app;
-- The cameras that anything is recorded of.
create function furrow_recorded_cameras() returns table (tenant_id bigint, camera_id bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.tenant_id, c.id from camera c
  where exists (select 1 from camera_segment s where s.tenant_id = c.tenant_id and s.camera_id = c.id)
  order by c.tenant_id, c.id
$$;
revoke all on function furrow_recorded_cameras() from public;
grant execute on function furrow_recorded_cameras() to furrow_app;
