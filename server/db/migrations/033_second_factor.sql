-- A second factor, devices that are known, and what stands between the first proof and the second.

create table account_factor (
  account_id bigint primary key references account (id) on delete cascade,
  sealed_key text not null,
  confirmed_at timestamptz,
  -- The step of the last code that was taken: none works twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
create table account_recovery (
  code_hash text primary key,
  account_id bigint not null references account (id) on delete cascade,
  used_at timestamptz
);
create index account_recovery_account on account_recovery (account_id);
create table account_device (
  account_id bigint not null references account (id) on delete cascade,
  fingerprint text not null,
  last_at timestamptz not null default now(),
  primary key (account_id, fingerprint)
);
create table sign_in_ticket (
  ticket_hash text primary key,
  account_id bigint not null references account (id) on delete cascade,
  tries smallint not null default 0,
  expires_at timestamptz not null
);
grant select, insert, update, delete on account_factor, account_recovery, account_device, sign_in_ticket to furrow_app;
-- Whether this tenant's people must have one.
alter table tenant add column second_factor_flag smallint not null default 0;
