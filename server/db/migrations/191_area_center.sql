-- The specification's field has the latitude first; who draws a map turns it round.
alter table area drop column area_center;
alter table area add column area_center text generated always as (latlng) stored;
