-- The browser that a session was opened with, as `fingerprintOf` makes it: what is told of a device is told to none of its sessions.
create function furrow_fingerprint(agent text) returns text immutable language sql as $$
  select rtrim(translate(encode(sha256(convert_to(left(regexp_replace(agent, '[0-9._]+', '', 'g'), 300), 'UTF8')), 'base64'), '+/', '-_'), '=') $$;
alter table session add column fingerprint text;
update session set fingerprint = furrow_fingerprint(device);
alter table new_device add column fingerprint text;
update new_device set fingerprint = furrow_fingerprint(device);
drop function furrow_fingerprint(text);
alter table user_message add column told_of_device text;
