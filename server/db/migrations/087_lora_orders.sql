-- Whether a LoRaWAN node listens all the time (class C), or only just after its own reports: an order to it lives that long.
alter table device add column always_listens smallint not null default 0;
