-- A relay knows nothing of what hangs on it: whoever names a circuit says whether it lets water out. LoRaWAN nodes are drip nodes until then.
alter table device_switch add column irrigates_flag smallint not null default 0;
update device_switch s set irrigates_flag = 1 from device d where d.tenant_id = s.tenant_id and d.id = s.device_id and d.device_type = 'lorawan_node';
