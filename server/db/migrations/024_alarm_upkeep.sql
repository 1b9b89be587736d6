-- Limits that are passed again and again, and faults that a device says itself.
alter table alarm_rule add column times integer, add column fault_code integer;
