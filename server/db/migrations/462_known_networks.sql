-- Where somebody has signed in from: guesses of others there do not keep them out.
create table account_network (
  account_id bigint not null references account (id) on delete cascade,
  network text not null,
  last_at timestamptz not null default now(),
  primary key (account_id, network)
);
grant select, insert, update, delete on account_network to furrow_app;
