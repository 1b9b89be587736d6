-- Which type of device a codec is written for; of those that are in use by one type alone it is that.
alter table payload_codec add column device_type text;
update payload_codec c set device_type = used.device_type
  from (select tenant_id, codec_id, min(device_type) as device_type from device where codec_id is not null group by 1, 2 having min(device_type) = max(device_type)) used
  where c.tenant_id = used.tenant_id and c.id = used.codec_id;
