-- How many messages a minute the operator lets a tenant's devices send.
alter table tenant add column max_messages integer check (max_messages >= 0);
