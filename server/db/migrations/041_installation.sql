-- What is true of the whole installation: whether its demo is filled, which version was last at work.
create table installation (name text primary key, value jsonb not null, changed_at timestamptz not null default now());
grant select on installation to furrow_app;
