-- Goods that came in are not waited for: the code for calling over what is left of them never opened anything.
delete from role_permission where code = 'wfpf.inventory.prment.warehousing.ps.close';
