-- An account is linked with a provider outside where it was asked for: in that browser, while that session lasts.
delete from sign_in_ticket where purpose = 'link';
delete from oidc_flow where account_id is not null;
alter table sign_in_ticket
  add column session_id bigint references session (id) on delete cascade,
  -- What the browser keeps, as a hash.
  add column browser_hash text,
  add constraint sign_in_ticket_link check ((purpose = 'link') = (session_id is not null and browser_hash is not null));
create index sign_in_ticket_session on sign_in_ticket (session_id) where session_id is not null;
alter table oidc_flow add column session_id bigint references session (id) on delete cascade;
create index oidc_flow_session on oidc_flow (session_id) where session_id is not null;
