-- What is recorded of a camera, and the pieces that lie on the disk.
alter table camera
  add column record_mode smallint not null default 0,
  add column record_from text,
  add column record_to text,
  add column record_before integer,
  add column record_days integer,
  add column record_gigabytes integer,
  add column record_clarity smallint;
create or replace view camera_view with (security_invoker = true) as
  select c.tenant_id, c.id, c.name, c.device_serial, c.channel_no, c.camera_type, c.camera_enter, c.area_id, c.land_id,
    coalesce((select d.online from device d where d.tenant_id = c.tenant_id and lower(d.eui) = lower(c.device_serial) and d.device_type = 'camera'), c.heard_flag, 0::smallint) as online,
    c.enabled_flag, c.description, c.object_version_number, c.creation_date, c.created_by, c.last_update_date, c.last_updated_by,
    c.platform_id, c.stream_address, c.hd_address, c.account_name, (c.sealed_secret is not null)::int::smallint as has_secret,
    c.transcode_flag, c.contentrator_id, c.record_mode, c.record_from, c.record_to, c.record_before, c.record_days, c.record_gigabytes, c.record_clarity
  from camera c;

create table camera_segment (
  tenant_id bigint not null default furrow_tenant() references tenant (id),
  camera_id bigint not null,
  starts_on timestamptz not null, ends_on timestamptz not null,
  -- Folder of one run of the recorder, which has one beginning that all its pieces need; name of the piece.
  run text not null, file text not null, bytes bigint not null,
  -- 0: it goes in a minute and a half, unless an alarm keeps it.
  kept_flag smallint not null default 1,
  primary key (tenant_id, camera_id, starts_on),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade
);
create index camera_segment_waiting on camera_segment (tenant_id, camera_id) where kept_flag = 0;
select furrow_tenant_table('camera_segment');
create policy by_definer on camera_segment to current_user using (true) with check (true);
select furrow_scoped_table('camera_segment', furrow_part('camera_segment', 'camera', 'camera_id'));

-- Which process records which camera; one that died is followed by another.
create table camera_recorder (
  tenant_id bigint not null default furrow_tenant() references tenant (id),
  camera_id bigint not null,
  holder text not null, held_until timestamptz not null,
  primary key (tenant_id, camera_id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade
);
select furrow_tenant_table('camera_recorder');
create policy by_definer on camera_recorder to current_user using (true) with check (true);
create policy by_definer on camera to current_user using (true) with check (true);

-- The cameras that are to be recorded now and that this process takes on or goes on with.
create function furrow_cameras_to_record(process text) returns table (tenant_id bigint, camera_id bigint, record_mode smallint, record_before integer)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with wanted as (
    select c.tenant_id, c.id, c.record_mode, c.record_before from camera c
      join tenant t on t.id = c.tenant_id and t.enabled_flag = 1
    where c.record_mode <> 0 and c.enabled_flag = 1 and (c.record_mode <> 2 or c.record_from is null or c.record_to is null
      or case when c.record_from <= c.record_to
        then to_char(now() at time zone t.time_zone, 'HH24:MI') between c.record_from and c.record_to
        else to_char(now() at time zone t.time_zone, 'HH24:MI') >= c.record_from or to_char(now() at time zone t.time_zone, 'HH24:MI') < c.record_to end)
  ), held as (
    insert into camera_recorder as r (tenant_id, camera_id, holder, held_until)
      select w.tenant_id, w.id, process, now() + interval '30 seconds' from wanted w
    on conflict (tenant_id, camera_id) do update set holder = excluded.holder, held_until = excluded.held_until
      where r.holder = excluded.holder or r.held_until < now()
    returning r.tenant_id, r.camera_id
  )
  select w.tenant_id, w.id, w.record_mode, w.record_before from wanted w
    join held h on h.tenant_id = w.tenant_id and h.camera_id = w.id
$$;
revoke all on function furrow_cameras_to_record(text) from public;
grant execute on function furrow_cameras_to_record(text) to furrow_app;

-- What of the recordings goes: too old, beyond the room that its camera has, or before an alarm that did not come.
create function furrow_segments_due() returns table (tenant_id bigint, camera_id bigint, starts_on timestamptz, run text, file text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.tenant_id, s.camera_id, s.starts_on, s.run, s.file
  from (select s.*, sum(s.bytes) over (partition by s.tenant_id, s.camera_id order by s.starts_on desc) as total from camera_segment s) s
    join camera c on c.tenant_id = s.tenant_id and c.id = s.camera_id
  where s.ends_on < now() - make_interval(days => coalesce(c.record_days, 7))
    or s.total > coalesce(c.record_gigabytes, 20) * 1000000000::numeric
    or (s.kept_flag = 0 and s.ends_on < now() - interval '90 seconds')
  limit 5000
$$;
revoke all on function furrow_segments_due() from public;
grant execute on function furrow_segments_due() to furrow_app;
-- The oldest pieces of all, for when the disk is full.
create function furrow_segments_oldest(count integer) returns table (tenant_id bigint, camera_id bigint, starts_on timestamptz, run text, file text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.tenant_id, s.camera_id, s.starts_on, s.run, s.file from camera_segment s order by s.starts_on limit count
$$;
revoke all on function furrow_segments_oldest(integer) from public;
grant execute on function furrow_segments_oldest(integer) to furrow_app;
-- Every piece that the index knows of, by where it lies; what else lies there is nobody's.
create function furrow_segments_known(tenant bigint, camera bigint) returns table (run text, file text, starts_on timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.run, s.file, s.starts_on from camera_segment s where s.tenant_id = tenant and s.camera_id = camera
$$;
revoke all on function furrow_segments_known(bigint, bigint) from public;
grant execute on function furrow_segments_known(bigint, bigint) to furrow_app;
-- A process that ends in order leaves its cameras to the next at once.
create function furrow_recorder_gone(process text) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from camera_recorder where holder = process
$$;
revoke all on function furrow_recorder_gone(text) from public;
grant execute on function furrow_recorder_gone(text) to furrow_app;
