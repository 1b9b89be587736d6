-- What a code by SMS is good for: whoever is told one for an alarm's contact signs in as nobody with it.
alter table sms_code add column purpose text not null default 'none';
alter table sms_code alter column purpose drop default;
