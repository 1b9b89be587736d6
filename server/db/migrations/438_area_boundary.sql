-- Where a base ends, as its plots have it: corners in WGS84, with holes.
alter table area add column boundary jsonb;
