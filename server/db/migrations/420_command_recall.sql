-- An order that was replaced, taken back or out of time while it lay in a network server's queue is called back from there:
-- when somebody began to, and when that was over.
alter table device_command add column recall_at timestamptz, add column recalled_at timestamptz;
create index device_command_recall on device_command (tenant_id, device_id) where reason = 'atNetwork' and recalled_at is null;
