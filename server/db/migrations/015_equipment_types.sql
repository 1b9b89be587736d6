-- What is known of every device: its card, its place, its picture; and the newest values of a device beside its row.
alter table device add column iccid text, add column latlng text, add column file_url text;
create view device_view with (security_invoker = true) as
  select d.*, coalesce((select jsonb_agg(jsonb_build_object('metric', l.metric, 'value', l.value, 'at', l.at) order by l.metric)
    from device_latest l where l.tenant_id = d.tenant_id and l.device_id = d.id), '[]') as readings
  from device d;
grant select on device_view to furrow_app;

-- What people call the channels of a device, and how they want to read them.
create table device_channel (
  tenant_id bigint not null default furrow_tenant(),
  device_id bigint not null, metric text not null, name text not null default '', description text not null default '',
  primary key (tenant_id, device_id, metric),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
select furrow_tenant_table('device_channel');

-- Outages with what is known of their devices; those of deleted devices stay.
create view device_offline_view with (security_invoker = true) as
  select o.tenant_id, o.id, o.device_id, d.name as device_name, d.device_type, d.eui, d.area_id, d.land_id, o.reason, o.began_at, o.ended_at,
    floor(extract(epoch from coalesce(o.ended_at, now()) - o.began_at) / 60)::bigint as minutes, (case when o.ended_at is null then 1 else 0 end)::smallint as ongoing,
    1 as object_version_number, o.began_at as creation_date, null::bigint as created_by, coalesce(o.ended_at, o.began_at) as last_update_date, null::bigint as last_updated_by
  from device_offline o left join device d on d.tenant_id = o.tenant_id and d.id = o.device_id;
grant select on device_offline_view to furrow_app;
create index device_offline_began on device_offline (tenant_id, began_at desc);
