-- The warning that people were told of last: each is said once, and again only after it was over.
alter table stock_balance add column told text not null default 'fine';
