-- A ticket to link an account with a provider outside signs nobody in, nor the other way round.
alter table sign_in_ticket
  add column purpose text not null default 'sign_in' check (purpose in ('sign_in', 'link'));
