-- Strangers who ask for codes from elsewhere keep a phone's owner from none.
alter table sms_code add column network text not null default 'none';
alter table sms_code alter column network drop default;
