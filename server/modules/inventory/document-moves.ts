import { sql } from 'kysely'
import { seen } from '#contract/seen.ts'
import { allowed, storageName, type Entity } from '#contract/entity.ts'
import { movesOf } from '#contract/inventory/document-calls.ts'
import {
  auditStatus,
  documentKinds,
  purposes,
  type DocumentKind,
  type DocumentQuestion,
} from '#contract/inventory/document-kinds.ts'
import { belongs, selection, sourceOf } from '#server/db/columns.ts'
import { lockRow, showRow, type Row } from '#server/db/crud.ts'
import { row, type Sql, type Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { notFound, HttpError } from '#server/db/http-error.ts'
import { approvalAhead } from '#server/modules/approval/engine/ahead.ts'
import {
  approvalForm,
  startApproval,
  withdrawApproval,
  type Decision,
} from '#server/modules/approval/engine/approval.ts'
import { unpost } from '#server/modules/inventory/engine/void.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import { demand, stale } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { worthOf } from './document-goods.ts'
import { approve, handedIn } from './document-post.ts'
import { tellSold } from './sold.ts'
import { requireMeant } from './document-questions.ts'
import { requireInUse } from './document-in-use.ts'
import { lose, onBothSides } from './document-sides.ts'
import { recalculateFulfilment, lockHead } from './document-source.ts'
import { requireComplete, requireNothingFollows } from './document-demands.ts'

interface Facts {
  code: string
  occurredOn: string
  warehouseId: number
  toWarehouseId?: number | null
  partnerId?: number | null
  sourceId?: number | null
  purpose?: string | null
  landId?: number | null
  direction?: string | null
}
interface Asked {
  id: number
  objectVersionNumber?: number | undefined
}

/**
 * The head of the document as it stands, locked. Errors: 404; 403 for what is the other side's;
 * 409 when its state or its version is another.
 */
export async function loadForUpdate(
  tx: Tx,
  entity: Entity,
  { id, objectVersionNumber }: Asked,
  action: string,
): Promise<Row> {
  await lockRow(tx, entity, id)
  const found = await row<Row>(
    tx,
    sql`${prepared}select ${selection(entity)} from ${sql.table(sourceOf(entity))} t
      where ${sql.join([sql`t.id = ${id}`, ...belongs(entity)], sql` and `)}`,
  )
  if (!found || !allowed(entity, action, found)) return demand(tx, entity, id, action)
  if (objectVersionNumber !== undefined && found.objectVersionNumber !== objectVersionNumber)
    throw await stale(tx, entity, id)
  return found
}
/** A step leaves the lines as they were and tells none of them; what was counted is told in words. */
function withoutLines({ goods, ...head }: Row): Row {
  return Array.isArray(goods) || goods === undefined ? (head as Row) : { goods, ...head }
}
/**
 * Writes what happened into its history (`more`: beside what the record holds), tells who looks at
 * it, and answers it as it is now.
 */
export async function recordTransition(
  entity: Entity,
  action: string,
  before: Row,
  { tx, audit, announce }: Write,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Row> {
  const after = (await showRow(tx, entity, before.id))!
  const { goods: _goods, ...head } = after
  await audit({
    entity: storageName(entity),
    recordId: before.id,
    title: String(after.code),
    action,
    before: withoutLines(before),
    after: { ...head, ...more },
  })
  await announce({ resource: storageName(entity), ids: [before.id], kind: 'updated' })
  return after
}
export const updateDocument = (tx: Tx, id: number, by: number, what: Sql) =>
  sql`${prepared}update stock_document set ${what},
    object_version_number = object_version_number + 1, last_update_date = now(),
    last_updated_by = ${by} where id = ${id}`.execute(tx)

/** What becomes of a document whose approval is decided, in the transaction of the decision. */
async function decided(
  app: Services,
  kind: DocumentKind,
  entity: Entity,
  id: number,
  decision: Decision,
  write: Write,
  context: OnBehalf,
): Promise<void> {
  await lockRow(write.tx, entity, id)
  const { goods: _goods, ...before } = (await showRow(write.tx, entity, id))!
  if (before.auditStatus !== auditStatus.submitted)
    throw new HttpError(409, 'error.state', {
      extra: { current: seen(entity, before, context.codes) },
    })
  if (decision === 'approved') {
    await approve({ ...(before as Row & Facts), kind }, true, write, context)
    await tellSold(app, kind, before, 'posted', write, context)
  } else
    await updateDocument(
      write.tx,
      id,
      context.actor.accountId,
      sql`audit_status = ${auditStatus.rejected}`,
    )
  await recordTransition(entity, decision === 'approved' ? 'approve' : 'reject', before, write)
}

/** Submit, withdraw, close and void of one kind of document. */
export function documentMoves(app: Services, kind: DocumentKind, entity: Entity): void {
  const moves = movesOf(entity)
  const taken = kind === documentKinds.stocktake ? auditStatus.counting : auditStatus.draft
  approvalForm(app, {
    code: kind,
    decided: (id, decision, write, context) =>
      decided(app, kind, entity, id, decision, write, context),
    withdrawn: async (id, write, context) => {
      await lockRow(write.tx, entity, id)
      const before = (await showRow(write.tx, entity, id))!
      await updateDocument(write.tx, id, context.actor.accountId, sql`audit_status = ${taken}`)
      await recordTransition(entity, 'withdraw', before, write)
    },
  })

  const factsOf =
    (
      tx: Tx,
      { id, warehouseId, toWarehouseId = null, partnerId = null, purpose = null }: Row & Facts,
      lines: number,
    ) =>
    async () => ({
      total: await worthOf(tx, id),
      warehouseId,
      toWarehouseId,
      partnerId,
      purpose,
      lines,
    })

  serve(app, moves.ahead, ({ id }, { read, actor }) =>
    read(async (tx) => {
      const found = await showRow(tx, entity, id)
      if (!found) throw notFound()
      const way = await approvalAhead(
        tx,
        actor.accountId,
        kind,
        factsOf(tx, found as Row & Facts, (found.goods as unknown[]).length),
      )
      return { isAsked: way !== null, isBroken: way?.isBroken ?? false, steps: way?.steps ?? [] }
    }),
  )
  serve(
    app,
    moves.submit,
    (
      {
        approverIds,
        accepted: said = [],
        ...asked
      }: Asked & { approverIds?: number[]; accepted?: DocumentQuestion[] },
      context,
    ) =>
      context.write(async (write) => {
        const { tx } = write
        const before = await loadForUpdate(tx, entity, asked, 'submit')
        const lines = await requireComplete(tx, before, kind)
        await requireInUse(tx, kind, before as Row & Facts)
        const {
          code,
          occurredOn,
          sourceId,
          direction,
          warehouseId,
          purpose = null,
          landId = null,
        } = before as Row & Facts
        const facts = factsOf(tx, before as Row & Facts, lines)
        const isUnseen =
          kind === documentKinds.stocktake &&
          before.blindFlag === 1 &&
          (await approvalAhead(tx, context.actor.accountId, kind, facts)) === null
        const accepted = await requireMeant(
          tx,
          { id: before.id, kind, purpose, landId, isUnseen },
          said,
        )
        await sql`${prepared}update stock_document set accepted = ${accepted}::text[]
          where id = ${before.id} and accepted <> ${accepted}::text[]`.execute(tx)
        const outcome = await startApproval(write, context, {
          formCode: kind,
          thirdId: before.id,
          title: code,
          facts,
          record: () => showRow(tx, entity, before.id),
          ...(approverIds && { approverIds }),
        })
        if (outcome === 'approved') {
          await approve(
            { id: before.id, kind, warehouseId, occurredOn, sourceId, direction, purpose },
            false,
            write,
            context,
          )
          await tellSold(app, kind, before, 'posted', write, context)
        } else
          await updateDocument(
            tx,
            before.id,
            context.actor.accountId,
            sql`audit_status = ${auditStatus.submitted}, ${handedIn(context.actor.accountId)}`,
          )
        return recordTransition(entity, 'submit', before, write)
      }),
  )

  serve(app, moves.withdraw, (asked, context) =>
    context.write(async (write) => {
      const { tx } = write
      await demand(tx, entity, asked.id, 'withdraw')
      // The case before the document: whoever decides it locks them in that order too.
      await withdrawApproval(write, context, { formCode: kind, thirdId: asked.id })
      const before = await loadForUpdate(tx, entity, asked, 'withdraw')
      await updateDocument(tx, before.id, context.actor.accountId, sql`audit_status = ${taken}`)
      return recordTransition(entity, 'withdraw', before, write)
    }),
  )

  if (entity.api.close) {
    serve(
      app,
      moves.close,
      ({ closeReason, ...asked }: Asked & { closeReason?: unknown }, context) =>
        context.write(async (write) => {
          const before = await loadForUpdate(write.tx, entity, asked, 'close')
          if (kind === documentKinds.shipment && before.purpose === purposes.transfer) {
            await lose(write.tx, before as Row & Facts, context)
            await write.announce({ resource: 'stockBalance', ids: [], kind: 'changed' })
          }
          await updateDocument(
            write.tx,
            before.id,
            context.actor.accountId,
            sql`closed_flag = 1, close_reason = ${closeReason as string}`,
          )
          return recordTransition(entity, 'close', before, write)
        }),
    )
  }

  serve(app, moves.void, ({ voidReason, ...asked }: Asked & { voidReason?: unknown }, context) =>
    context.write(async (write) => {
      const { tx, announce } = write
      const before = await loadForUpdate(tx, entity, asked, 'void')
      const by = context.actor.accountId
      await requireNothingFollows(tx, before.id)
      const source =
        typeof before.sourceId === 'number' ? ((await lockHead(tx, before.sourceId)) ?? null) : null
      await onBothSides(tx, source, context, async () => {
        await updateDocument(
          tx,
          before.id,
          by,
          sql`audit_status = ${auditStatus.voided}, voided_at = now(), void_reason = ${voidReason as string}`,
        )
        if (source) {
          await recalculateFulfilment(tx, source.id)
          await announce({ resource: storageName(entity), ids: [source.id], kind: 'updated' })
        }
        await announce({ resource: 'stockBalance', ids: [], kind: 'changed' })
        const { warehouseId } = before as Row & Facts
        // Nothing of a shipment that was closed comes any more: what had arrived is lost with the
        // rest.
        const isClosed =
          source?.kind === documentKinds.shipment &&
          source.purpose === purposes.transfer &&
          source.closedFlag === 1
        // Two warehouses at once are locked in their order.
        if (isClosed && source.warehouseId < warehouseId) await lose(tx, source, context)
        await unpost(tx, before.id, by)
        if (isClosed && source.warehouseId >= warehouseId) await lose(tx, source, context)
      })
      await tellSold(app, kind, before, 'voided', write, context)
      return recordTransition(entity, 'void', before, write)
    }),
  )
}
