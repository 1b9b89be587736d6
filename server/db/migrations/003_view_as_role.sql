-- A session that looks at the console as one role sees it, and may change nothing.
alter table session add column view_role_id bigint;
