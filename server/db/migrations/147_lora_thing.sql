-- 'application/device': what The Things Stack calls a node in its own interface; nothing of other network servers.
alter table lora_session add column thing text;
