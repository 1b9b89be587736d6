-- Accounts of a provider outside (OpenID Connect) that open ours, and sign-ins that are on their way there.
create table account_identity (
  issuer text not null,
  subject text not null,
  account_id bigint not null references account (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (issuer, account_id)
);
create table oidc_flow (
  state_hash text primary key,
  verifier text not null,
  nonce text not null,
  -- Whose account is to be linked; null: somebody signs in.
  account_id bigint references account (id) on delete cascade,
  expires_at timestamptz not null
);
grant select, insert, delete on account_identity, oidc_flow to furrow_app;
