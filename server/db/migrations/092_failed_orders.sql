-- Orders that ended badly, for alarms that watch them.

create index device_command_failed on device_command (tenant_id, ended_at) where state in ('rejected', 'timedOut', 'expired') and switch_id is not null;
