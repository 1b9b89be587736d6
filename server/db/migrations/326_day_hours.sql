-- How long people of the tenant work a day at most: whoever is planned for longer is named, and nobody is kept from it.
alter table work_option add column day_hours numeric(4, 1) not null default 8;
