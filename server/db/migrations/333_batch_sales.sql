alter table batch_fact drop constraint batch_fact_source_kind_check;
alter table batch_fact add constraint batch_fact_source_kind_check check (source_kind in ('task', 'harvest', 'meter', 'hand', 'split', 'merge', 'sale'));
