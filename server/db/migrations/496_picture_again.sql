-- How often the picture of this time was tried again, of a camera that did not answer.
alter table camera_timer add column tries smallint not null default 0;
