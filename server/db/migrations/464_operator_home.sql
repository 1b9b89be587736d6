-- Operators start on the platform's pages, members of some tenant or not.
update account set default_tenant_id = null where operator_flag = 1;
alter table account add constraint account_operator_home check (operator_flag = 0 or default_tenant_id is null);
