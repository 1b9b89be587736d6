-- A condition that is unknown lets through: who has no phone has no name like one.
alter table account drop constraint account_login_name_phone;
update account set login_name = login_name || '.' || id where login_name ~ '^1\d{10}$' and phone is distinct from login_name;
alter table account add constraint account_login_name_phone check (login_name !~ '^1\d{10}$' or coalesce(login_name = phone, false));
