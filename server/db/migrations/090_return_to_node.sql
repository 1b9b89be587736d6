-- A case that goes back to an earlier node asks again there: what was decided from that node on stays told and counts no more.
alter table approval_task add column superseded_flag smallint not null default 0;
