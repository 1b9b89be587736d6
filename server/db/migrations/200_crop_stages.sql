-- What a base is used for, as the specification's clients say it.
alter table area add column area_usage text default 'plant';
-- How a crop grows, stage by stage, in their order.
alter table crop add column stages jsonb not null default '[]';
