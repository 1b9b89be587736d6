-- What devices keep: a setting is a command without a switch.
alter table device_command alter column switch_id drop not null;

-- Inverters turn both ways, and what they are told to turn at is a reading of its own.
update device_switch s set switch_type = 'related' from device d where d.tenant_id = s.tenant_id and d.id = s.device_id and d.device_type = 'inverter' and s.channel = 'run';
update device_switch s set channel = 'setFrequency' from device d where d.tenant_id = s.tenant_id and d.id = s.device_id and d.device_type = 'inverter' and s.channel = 'frequency';
