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
