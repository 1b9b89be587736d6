import { sql } from 'kysely'
import { batch, batchState } from '#contract/planting/batch.ts'
import { undoFamily } from '#contract/planting/family-calls.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { HttpError, notFound } from '#server/db/http-error.ts'
import { stale } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { reverseFacts } from './engine/facts.ts'
import { changeKin, heldRows, inOne, noteTurn, tellChanged, type Doing } from './family-rows.ts'

interface Link {
  parentId: number
  childId: number
  kind: 'split' | 'merge'
  parentState: number
  passed: Record<string, number[]>
}
/** The turn that a batch took last, as those that it concerns. */
interface LastTurn {
  kind: 'split' | 'merge'
  links: Link[]
}

/** How a batch was split, or else of what it was merged; null: neither. */
export async function lastTurnOf(tx: Tx, id: number): Promise<LastTurn | null> {
  const links = await rows<Link>(
    tx,
    sql`select parent_id, child_id, kind, parent_state, passed from batch_link where undone_at is null
      and (parent_id = ${id} and kind = 'split' or child_id = ${id} and kind = 'merge') order by child_id, parent_id`,
  )
  const kind = links.some((one) => one.kind === 'split') ? 'split' : 'merge'
  const own = links.filter((one) => one.kind === kind)
  return own.length > 0 ? { kind, links: own } : null
}

/**
 * Whether nothing has happened since: what was made is as it was made, nothing was written down
 * of it, and for it there is nothing but what went along.
 */
export async function isUntouched(
  app: Services,
  tx: Tx,
  { kind, links }: LastTurn,
): Promise<boolean> {
  const children = [...new Set(links.map(({ childId }) => childId))]
  const source = kind === 'split' ? links[0]!.parentId : links[0]!.childId
  const touched = await row(
    tx,
    sql`select 1 from batch b where b.id = any(${children}::bigint[]) and (b.object_version_number <> 1 or exists (select 1 from batch_fact f
        where f.tenant_id = b.tenant_id and f.batch_id = b.id
          and not (f.source_kind = ${kind} and f.source_id = ${source}))) limit 1`,
  )
  if (touched) return false
  for (const { kind: name, of } of app.batchHeirs) {
    const along = new Set(links.flatMap(({ passed }) => passed[name] ?? []))
    if ((await of(tx, children)).some(({ id }) => !along.has(id))) return false
  }
  return true
}

async function undo(
  doing: Doing,
  asked: { id: number; objectVersionNumber?: number | undefined; reason: string },
) {
  const { app, write, context } = doing
  const { tx } = write
  const turn = await lastTurnOf(tx, asked.id)
  if (!turn) throw notFound()
  const needed = batch.permissions[turn.kind]
  if (!context.codes.has(needed))
    throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: [needed] } })
  const ids = turn.links.flatMap(({ parentId, childId }) => [parentId, childId])
  const held = await heldRows(tx, ids)
  const own = held.find(({ id }) => id === asked.id)
  if (!own) throw notFound()
  if (
    asked.objectVersionNumber !== undefined &&
    own.objectVersionNumber !== asked.objectVersionNumber
  )
    throw await stale(tx, batch, asked.id)
  if (!(await isUntouched(app, tx, turn))) throw new HttpError(409, 'batch.family_moved')
  const parents = new Map(turn.links.map((one) => [one.parentId, one.parentState]))
  for (const one of held) {
    const isParent = parents.has(one.id)
    const state = parents.get(one.id) ?? batchState.ended
    await noteTurn(doing, one.id, 'undone', state, asked.reason)
    await changeKin(
      doing,
      one,
      'undoFamily',
      isParent
        ? sql`state = ${state}, finished_on = null`
        : // It has never stood anywhere.
          sql`state = ${state}, finished_on = planted_on, end_reason = ${asked.reason}`,
    )
  }
  const by = context.actor.accountId
  await sql`update batch_link set undone_at = now(), undone_by = ${by} where undone_at is null
    and kind = ${turn.kind} and (parent_id, child_id) in (select * from unnest(
      ${turn.links.map(({ parentId }) => parentId)}::bigint[],
      ${turn.links.map(({ childId }) => childId)}::bigint[]))`.execute(tx)
  const id = turn.kind === 'split' ? turn.links[0]!.parentId : turn.links[0]!.childId
  await reverseFacts(tx, { kind: turn.kind, id }, by)
  await passBack(doing, turn)
  await tellChanged(doing, held)
  return [...parents.keys()]
}

/** What went along comes back. */
async function passBack({ app, write }: Doing, { links }: LastTurn): Promise<void> {
  const children = [...new Set(links.map(({ childId }) => childId))]
  for (const { kind, of, pass } of app.batchHeirs) {
    const there = new Set((await of(write.tx, children)).map(({ id }) => id))
    const moves = links.flatMap(({ parentId, passed }) =>
      (passed[kind] ?? []).filter((id) => there.has(id)).map((id) => ({ id, to: parentId })),
    )
    await pass(moves, write)
  }
}

export function serveFamilyUndo(app: Services): void {
  serve(app, undoFamily, (input, context) => inOne(app, context, (doing) => undo(doing, input)))
}
