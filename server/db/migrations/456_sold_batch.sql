-- Which planting batch goods that are sold come from: by their lot, or as whoever sells them says.
alter table stock_document_line add column batch_id bigint, add foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index stock_document_line_batch_id on stock_document_line (tenant_id, batch_id) where batch_id is not null;
update stock_document_line l set batch_id = b.id from stock_document d, batch b
  where d.tenant_id = l.tenant_id and d.id = l.document_id and d.kind = 'shipment' and d.purpose = 'sale'
    and b.tenant_id = l.tenant_id and l.lot <> '' and lower(b.batch_code) = lower(l.lot);
