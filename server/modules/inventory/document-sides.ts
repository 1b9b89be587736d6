import { sql } from 'kysely'
import { documentKinds, purposes, type DocumentKind } from '#contract/inventory/document-kinds.ts'
import type { Tx } from '#server/db/database.ts'
import { loseOnTheWay } from '#server/modules/inventory/engine/lost.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import { prepared } from '#server/db/prepared.ts'
import { wholeTenant } from '#server/db/scope.ts'
import type { OnBehalf } from '#server/http/context.ts'

/** What goods left for says where they go, so that whoever keeps that warehouse sees them come. */
export async function bindToTarget(tx: Tx, kind: DocumentKind, id: number): Promise<void> {
  if (kind !== documentKinds.shipment) return
  await sql`${prepared}update stock_document d set to_warehouse_id = t.to_warehouse_id from stock_document t
    where d.id = ${id} and t.tenant_id = d.tenant_id and t.id = d.source_id
    and t.kind = ${documentKinds.transfer}`.execute(tx)
}

/** Whether what is made from a document moves the stock of two warehouses. */
const joins = (source: { kind: DocumentKind; purpose: string | null } | null) =>
  source?.kind === documentKinds.transfer ||
  (source?.kind === documentKinds.shipment && source.purpose === purposes.transfer)

/**
 * Books what may be booked: goods between two warehouses stand in the books of both, whichever of
 * them whoever does it sees.
 */
export const onBothSides = <T>(
  tx: Tx,
  source: { kind: DocumentKind; purpose: string | null } | null,
  { actor }: OnBehalf,
  work: () => Promise<T>,
): Promise<T> => (joins(source) ? wholeTenant(tx, actor.scope, work) : work())

/** What of a shipment has not arrived will not. */
export const lose = async (
  tx: Tx,
  { id, warehouseId }: { id: number; warehouseId: number },
  { tenant, actor }: OnBehalf,
) =>
  loseOnTheWay(tx, {
    documentId: id,
    warehouseId,
    occurredOn: await today(tx, tenant),
    by: actor.accountId,
  })
