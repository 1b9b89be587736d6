-- At which hour of the tenant's day somebody is sent the brief, and the day of the last one.
alter table home_setting add column digest_hour smallint check (digest_hour between 4 and 21), add column digest_on date;
create index home_setting_digest on home_setting (tenant_id) where digest_hour is not null;
