import { sql } from 'kysely'
import {
  auditStatus,
  documentKinds,
  fulfilment,
  type DocumentKind,
} from '#contract/inventory/document-kinds.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { isPlaced, placesOf } from '#server/modules/inventory/engine/balances.ts'
import type { Move } from '#server/modules/inventory/engine/move.ts'
import { post } from '#server/modules/inventory/engine/post.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import type { DocumentLine } from './document-goods.ts'
import { onBothSides } from './document-sides.ts'
import { receives } from './document-purposes.ts'
import {
  recalculateFulfilment,
  requireOpen,
  requireRemaining,
  lockHead,
  setExecuted,
  type SourceHead,
} from './document-source.ts'

interface Head {
  id: number
  kind: DocumentKind
  warehouseId: number
  occurredOn: string
  sourceId?: number | null
  direction?: string | null
  purpose?: string | null
}

/**
 * What comes in, with its worth. Goods in transit, given back or replaced are worth their share of
 * what left, by what came before: all parts together are worth the whole to the cent. Others are
 * worth what was agreed. Fees go to the lines by their worth, by quantity where all of them were free;
 * the last takes the rest.
 */
const receipts = ({ id, purpose, direction }: Head, sourceKind: DocumentKind | null): Sql => sql`
  with lines as (
    select l.id, l.position, l.sku_id, l.lot, l.expires_on, l.germination, l.tested_on, l.sample_size, l.quantity,
      case when ${purpose === 'transfer' || direction === 'in'}::boolean then left_at.worth else coalesce(l.amount, left_at.worth) end as worth,
      coalesce((select sum((f ->> 'amount')::numeric) from stock_document d,
      jsonb_array_elements(d.other_fees) f where d.id = ${id}), 0) as fees
    from stock_document_line l left join lateral (
      select round(sum(-g.value) * (min(s.done_quantity) + l.quantity) / sum(-g.quantity), 2)
        - round(sum(-g.value) * min(s.done_quantity) / sum(-g.quantity), 2) as worth from stock_ledger g
      join stock_document_line s on s.tenant_id = g.tenant_id and s.id = g.line_id
      where g.tenant_id = l.tenant_id and g.line_id = l.source_line_id and g.type = 'out'
      and s.unit_cost is not null having sum(g.quantity) <> 0) left_at on true
    where l.document_id = ${id}),
  weighed as (select *, case when worth is null then null when sum(worth) over () > 0 then worth else quantity end as weight from lines),
  shared as (select *, round(fees * weight / nullif(sum(weight) over (), 0), 2) as share,
  row_number() over (partition by worth is null order by position desc) as from_last from weighed)
  select id as line_id, position, sku_id, lot, expires_on, germination, tested_on, sample_size, quantity,
    ${sourceKind === documentKinds.stocktake ? 'gain' : 'in'}::text as type,
    worth + case when from_last = 1 then fees - (sum(share) over () - share) else share end as value
  from shared`

const issues = ({ id }: Head, sourceKind: DocumentKind | null): Sql => sql`
  select id as line_id, position, sku_id, lot, expires_on, germination, tested_on, sample_size, quantity,
  ${sourceKind === documentKinds.stocktake ? 'loss' : 'out'}::text as type, null::numeric as value
  from stock_document_line where document_id = ${id}`

/** What a count found, against the books as they were when it began. */
const differences = ({ id }: Head): Sql => sql`
  select id as line_id, position, sku_id, lot, expires_on, germination, tested_on, sample_size, abs(counted - booked) as quantity,
  case when counted > booked then 'gain' else 'loss' end as type,
    case when counted > booked then round((counted - booked) * price, 2) end as value
  from stock_document_line where document_id = ${id} and counted <> booked`

async function movesOf(
  tx: Tx,
  head: Head,
  sourceKind: DocumentKind | null,
  destinationWarehouseId: number | null,
): Promise<Move[]> {
  if (head.kind === documentKinds.application || head.kind === documentKinds.transfer) return []
  const moves = (found: Sql) =>
    rows<Move>(
      tx,
      sql`${prepared}select m.*, ${isPlaced(placesOf(head.warehouseId, destinationWarehouseId))} as is_placed from (${found}) m order by m.position`,
    )
  if (head.kind === documentKinds.stocktake) {
    const posting = await row<{ stocktakePosting: string }>(
      tx,
      sql`select stocktake_posting from inventory_option`,
    )
    return posting?.stocktakePosting === 'conversion' ? [] : moves(differences(head))
  }
  const comes = receives(head.kind) || head.direction === 'in'
  return moves(comes ? receipts(head, sourceKind) : issues(head, sourceKind))
}

export const handedIn = (by: number): Sql => sql`submitted_at = now(), submitted_by = ${by}`

/**
 * Approves a document that the caller has locked, and posts it: both, or neither. `isSubmitted`: it
 * was handed in before.
 * Errors: 409 when its source has too little left or is closed, and those of `post`.
 */
export async function approve(
  head: Head,
  isSubmitted: boolean,
  write: Write,
  context: OnBehalf,
): Promise<void> {
  const { sourceId } = head
  const source = sourceId ? (await lockHead(write.tx, sourceId))! : null
  await onBothSides(write.tx, source, context, () =>
    bookApproved(head, source, isSubmitted, write, context),
  )
}
async function bookApproved(
  head: Head,
  source: SourceHead | null,
  isSubmitted: boolean,
  { tx, announce }: Write,
  { actor }: OnBehalf,
): Promise<void> {
  const { id } = head
  if (source) {
    requireOpen(source)
    const goods = await rows<DocumentLine>(
      tx,
      sql`${prepared}select sku_id, lot, quantity, source_line_id from stock_document_line
        where document_id = ${id} order by position`,
    )
    await requireRemaining(tx, source, head.kind, goods, id)
  }
  const destinationWarehouseId =
    source?.kind === documentKinds.transfer ? source.toWarehouseId : null
  const moves = await movesOf(tx, head, source?.kind ?? null, destinationWarehouseId)
  await sql`${prepared}update stock_document set audit_status = ${auditStatus.approved},
    exec_status = ${fulfilment.none}, approved_at = now(),${isSubmitted ? sql`` : sql` ${handedIn(actor.accountId)},`}
    object_version_number = object_version_number + 1, last_update_date = now(),
    last_updated_by = ${actor.accountId} where id = ${id}`.execute(tx)
  if (head.kind === documentKinds.stocktake) {
    // What is posted here is carried out; what is left is done by the documents made from it.
    if (moves.length > 0)
      await sql`update stock_document_line set done_quantity = abs(counted - booked) where document_id = ${id}`.execute(
        tx,
      )
    await setExecuted(tx, id)
  }
  if (source) {
    await recalculateFulfilment(tx, source.id)
    await announce({ resource: 'stockDocument', ids: [source.id], kind: 'updated' })
  }
  if (moves.length === 0) return
  await announce({ resource: 'stockBalance', ids: [], kind: 'changed' })
  // Last, so that others wait for these goods as short as can be.
  await post(tx, {
    documentId: id,
    warehouseId: head.warehouseId,
    destinationWarehouseId,
    occurredOn: head.occurredOn,
    moves,
    by: actor.accountId,
  })
}
