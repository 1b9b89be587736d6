alter table worker add column worker_type text check (worker_type in ('worker', 'manager', 'clerk'));
update worker set worker_type = 'worker';
