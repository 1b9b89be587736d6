-- A tenant says which host is its own; it is believed once the host's DNS or the operator says so too.
alter table tenant drop constraint tenant_domain_name_key;
alter table tenant add column domain_token text, add column domain_confirmed_at timestamptz;
create unique index tenant_domain_confirmed on tenant (domain_name) where domain_confirmed_at is not null;
