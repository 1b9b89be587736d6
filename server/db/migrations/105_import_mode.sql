-- Whether a file adds rows alone or changes those that are there, and which versions of them its check saw.
alter table list_import add column mode text not null default 'add' check (mode in ('add', 'update'));
alter table list_import add column seen jsonb not null default '{}';
