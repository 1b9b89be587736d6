import { sql } from 'kysely'
import { rows, type Sql, type Tx } from '#server/db/database.ts'
import { checkStock } from '#server/modules/inventory/engine/check.ts'

/**
 * What is wrong with a tenant's stock and documents, in words: the laws that hold whatever was
 * done.
 */
export async function brokenLaws(tx: Tx): Promise<string[]> {
  const found: string[] = []
  for (const fault of await checkStock(tx))
    found.push(`ledger and balance: ${JSON.stringify(fault)}`)
  const broken = async (law: string, statement: Sql) => {
    for (const one of await rows(tx, statement)) found.push(`${law}: ${JSON.stringify(one)}`)
  }
  await broken(
    'below nothing',
    sql`select b.* from stock_balance b join warehouse w on w.id = b.warehouse_id
      where b.quantity < 0 and w.negative_flag = 0 limit 5`,
  )
  await broken(
    'below nothing on the way',
    sql`select g.* from stock_ledger g join warehouse w on w.id = g.warehouse_id
      where g.balance_quantity < 0 and w.negative_flag = 0 limit 5`,
  )
  await broken(
    'more carried out than there was',
    sql`select * from stock_document_line l join stock_document d on d.id = l.document_id
      where l.done_quantity > coalesce(l.quantity, l.done_quantity) limit 5`,
  )
  await broken(
    'carried out is not what was approved',
    sql`select l.id, l.done_quantity, c.done from stock_document_line l join stock_document d on d.id = l.document_id
    cross join lateral (select coalesce(sum(x.quantity), 0) as done from stock_document_line x
    join stock_document h on h.id = x.document_id where x.source_line_id = l.id and h.audit_status = 2) c
    where d.kind <> 'inventory_form' and l.done_quantity <> c.done limit 5`,
  )
  // A transfer conserves: what was sent has arrived or is on its way, at the same value.
  await broken(
    'lost in transit',
    sql`select s.id, -g.quantity as sent, coalesce(sum(i.quantity), 0) as arrived
      from stock_document d join stock_document_line s on s.document_id = d.id
    join stock_ledger g on g.line_id = s.id and g.type = 'out' left
    join stock_document_line r on r.source_line_id = s.id
    left join stock_document h on h.id = r.document_id and h.audit_status = 2 left
    join stock_ledger i on i.line_id = r.id and i.document_id = h.id and i.type = 'in'
    where d.kind = 'shipment' and d.purpose = 'transfer' and d.audit_status = 2
    group by s.id, g.quantity, s.done_quantity having coalesce(sum(i.quantity),
    0) <> s.done_quantity or s.done_quantity > -g.quantity limit 5`,
  )
  await broken(
    'approved and not posted, or posted and not approved',
    sql`select d.id, d.kind, d.audit_status, l.id as line from stock_document d
      join stock_document_line l on l.document_id = d.id
    left join lateral (select count(*) filter (where type in ('in', 'out', 'gain',
    'loss')) as posted, count(*) filter (where type in ('voidIn', 'voidOut', 'voidGain',
    'voidLoss')) as undone from stock_ledger g where g.line_id = l.id) g on true
    where g.posted <> case when d.kind in ('aplionform', 'transfer')
    or d.audit_status not in (2, 4) then 0 when d.kind = 'inventory_form' then (l.counted <> l.booked)::int else 1 end
      or g.undone <> case when d.audit_status = 4 then g.posted else 0 end limit 5`,
  )
  // What was lost on the way comes back into the books and leaves them as a loss, both or neither;
  // so it is undone.
  await broken(
    'lost by halves',
    sql`select d.id, l.id as line, g.* from stock_document d join stock_document_line l on l.document_id = d.id
    join lateral (select count(*) filter (where type = 'back') as back,
    count(*) filter (where type = 'lost') as lost,
    count(*) filter (where type = 'voidBack') as back_undone,
    count(*) filter (where type = 'voidLost') as lost_undone from stock_ledger g where g.line_id = l.id) g on true
    where d.kind = 'shipment' and (g.back <> g.lost
    or g.back_undone <> case when d.audit_status = 4 then g.back else 0 end or g.lost_undone <> g.back_undone) limit 5`,
  )
  return found
}
