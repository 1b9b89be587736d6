-- A device reports every five minutes at the most often, whatever its type.
update device set report_minutes = 5 where report_minutes < 5;
alter table device add constraint device_report_minutes_check check (report_minutes >= 5);
