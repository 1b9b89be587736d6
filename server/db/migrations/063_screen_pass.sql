-- What a screen for the wall shows of the tenant's devices, and the passes with which a page of another host reads just that.
alter table tenant_screen add column channels jsonb not null default '[]';
drop table exchange_code;
create table screen_pass (
  tenant_id bigint not null default furrow_tenant(),
  -- A code works once, within a minute, for a token; a token reads one screen's values for a day.
  hash text not null, kind text not null check (kind in ('code', 'token')),
  screen_id bigint not null, account_id bigint not null, expires_at timestamptz not null,
  primary key (tenant_id, hash),
  foreign key (tenant_id, screen_id) references tenant_screen (tenant_id, id) on delete cascade
);
select furrow_tenant_table('screen_pass');
create index screen_pass_expires on screen_pass (expires_at);
