import { sql } from 'kysely'
import type { Entity } from '#contract/entity.ts'
import { shipment, transfer } from '#contract/inventory/document.ts'
import { documentKinds, purposes, type DocumentKind } from '#contract/inventory/document-kinds.ts'
import { row, type Tx } from '#server/db/database.ts'
import { loseOnTheWay } from '#server/modules/inventory/engine/lost.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import { HttpError } from '#server/db/http-error.ts'
import { prepared } from '#server/db/prepared.ts'
import { wholeTenant } from '#server/db/scope.ts'
import type { OnBehalf } from '#server/http/context.ts'

/**
 * Who sees a transfer or what left for it by its destination alone takes it in there, and does
 * nothing else with it. Errors: 403.
 */
export async function requireOwnSide(tx: Tx, { name }: Entity, id: number): Promise<void> {
  if (name !== transfer.name && name !== shipment.name) return
  const isTheirs = await row(
    tx,
    sql`${prepared}select 1 from stock_document d where d.id = ${id} and d.to_warehouse_id is not null
      and not exists (select 1 from warehouse w where w.tenant_id = d.tenant_id and w.id = d.warehouse_id)`,
  )
  if (isTheirs) throw new HttpError(403, 'document.other_side')
}

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
