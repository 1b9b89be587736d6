-- The number that a contact of alarms has confirmed by a code; a person's new number is confirmed anew.
alter table alarm_contact add column confirmed_phone text;
