-- A line is posted once; only what is lost on the way is written off again where an arrival is taken back afterwards.
drop index stock_ledger_once;
create unique index stock_ledger_once on stock_ledger (tenant_id, line_id, type, (case when type in ('back', 'lost') then id else 0 end));
