-- Hours in which a rule is in force, a limit of its own for an alarm's end, and a level that may go down again.

alter table control_rule add column active_hours jsonb not null default '[]';
alter table alarm_rule add column active_hours jsonb not null default '[]';
alter table alarm_rule add column clear_value numeric(12, 4);
alter table alarm_rule add column fall_flag smallint not null default 0;

-- The same view, with what came since.
drop view control_rule_view;
create view control_rule_view with (security_invoker = true) as
  select r.*, (select max(u.began_at) from control_run u where u.tenant_id = r.tenant_id and u.rule_id = r.id and u.state <> 'skipped') as last_run_at,
    (select c.next_at from control_rule_clock c where c.tenant_id = r.tenant_id and c.rule_id = r.id and r.enabled_flag = 1 and r.state = 'active') as next_run_at
  from control_rule r;
grant select on control_rule_view to furrow_app;
