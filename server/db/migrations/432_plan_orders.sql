-- Which plan a purchase application was written for: what is on its way for a plan is its own, and is not ordered once more.
alter table stock_document add column plan_id bigint, add foreign key (tenant_id, plan_id) references plan (tenant_id, id) on delete set null (plan_id);
create index stock_document_plan_id on stock_document (tenant_id, plan_id) where plan_id is not null;
