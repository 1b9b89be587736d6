-- How well a lot of seed comes up, as the paper says that it came with.
alter table stock_document_line add column germination integer;
