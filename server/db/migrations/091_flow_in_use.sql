-- Of the flows of a form, the one that its documents take: kept beside `approval_setting`, which says so.
alter table approval_process add column used_flag smallint not null default 0;
update approval_process p set used_flag = 1 where exists (select 1 from approval_setting s where s.tenant_id = p.tenant_id and s.process_id = p.id and s.asked_flag = 1);
