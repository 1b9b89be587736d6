import { sql } from 'kysely'
import {
  auditStatus,
  documentKinds,
  type DocumentKind,
} from '#contract/inventory/document-kinds.ts'
import { documents } from '#contract/inventory/document.ts'
import { storageName } from '#contract/entity.ts'
import { showRow, type Row } from '#server/db/crud.ts'
import { rows, type Tx } from '#server/db/database.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import { makeRow } from '#server/http/crud.ts'
import type { Serving } from '#server/http/serving.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import { unpost } from '#server/modules/inventory/engine/void.ts'
import { requireNothingFollows } from './document-demands.ts'
import { recordTransition, updateDocument } from './document-moves.ts'
import { approve } from './document-post.ts'
import { noteExpired } from './document-questions.ts'

/** Goods that another domain's record takes from a warehouse, or brings into it. */
interface OwnDocument {
  purpose: 'use' | 'produce'
  warehouseId: number
  landId: number | null
  goods: readonly { skuId: number; lot?: string | null | undefined; quantity: number }[]
  remark: string
}

/** Inputs have documents of their own; with anything else among them it is an ordinary one. */
async function kindFor(tx: Tx, { purpose, goods }: OwnDocument): Promise<DocumentKind> {
  if (purpose === 'produce') return documentKinds.warehousing
  const others = await rows(
    tx,
    sql`select 1 from sku_view where id = any(${goods.map(({ skuId }) => skuId)}::bigint[])
      and agricultural_flag = 0 limit 1`,
  )
  return others.length > 0 ? documentKinds.shipment : documentKinds.inputShipment
}

/**
 * Writes a document of today and posts it, by the rules that people's documents have; the record
 * that asks for it answers for whoever may do so.
 * Errors: those of its form, and 409 of posting, such as `stock.short`.
 */
export async function postOwn(
  app: Serving,
  document: OwnDocument,
  write: Write,
  context: OnBehalf,
): Promise<number> {
  const kind = await kindFor(write.tx, document)
  const entity = documents[kind]!
  const { purpose, warehouseId } = document
  const occurredOn = await today(write.tx, context.tenant)
  const id = await makeRow(app.rules.get(entity.name)!, { ...document, occurredOn }, write, context)
  const before = (await showRow(write.tx, entity, id))!
  if (purpose === 'use')
    await noteExpired(write.tx, { id, kind, purpose, landId: document.landId, isUnseen: false })
  await approve({ id, kind, warehouseId, occurredOn, purpose }, false, write, context)
  await recordTransition(entity, 'submit', before, write)
  return id
}

/** Undoes what `postOwn` posted. Errors: 409 where others were made from it, or the goods are gone. */
export async function voidOwn(
  id: number,
  voidReason: string,
  write: Write,
  { actor }: OnBehalf,
): Promise<void> {
  const { tx } = write
  const found = await rows<{ kind: DocumentKind }>(
    tx,
    sql`select kind from stock_document where id = ${id} for update`,
  )
  const entity = documents[found[0]!.kind]!
  const before = (await showRow(tx, entity, id))! as Row
  // Somebody has undone it by hand.
  if (before.auditStatus === auditStatus.voided) return
  await requireNothingFollows(tx, id)
  await updateDocument(
    tx,
    id,
    actor.accountId,
    sql`audit_status = ${auditStatus.voided}, voided_at = now(), void_reason = ${voidReason}`,
  )
  await write.announce({ resource: 'stockBalance', ids: [], kind: 'changed' })
  await unpost(tx, id, actor.accountId)
  await recordTransition(entity, 'void', before, write)
  await write.announce({ resource: storageName(entity), ids: [id], kind: 'updated' })
}
