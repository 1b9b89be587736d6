import { sql } from 'kysely'
import { batch } from '#contract/planting/batch.ts'
import { lockRow, showRow, type Row } from '#server/db/crud.ts'
import { rows, type Sql, type Tx } from '#server/db/database.ts'
import type { SignedIn, Write } from '#server/http/context.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import type { Services } from '#server/services/services.ts'

/** A batch as those that it becomes are made of it. */
export interface FamilyRow extends Row {
  batchName: string
  areaId: number
  varietyId: number
  landIds: number[]
  state: number
  plantedOn: string
  plantedArea: number | null
  quantity: number | null
  quantityUnitId: number | null
  expectedYield: number | null
  sharedFlag: 0 | 1
}
/** A new batch: what is its own, the rest being that of `like`. */
interface NewKin {
  like: number
  state: number
  batchName: string
  batchCode: string
  landIds: readonly number[]
  /** Whose parts of these plots it has. */
  parents: readonly number[]
  plantedArea: number | null
  quantity: number | null
  expectedYield: number | null
  sharedFlag: 0 | 1
}
/** Who does it, and in which transaction. */
export interface Doing {
  app: Services
  write: Write
  context: SignedIn
  /** The tenant's day. */
  now: string
}

/** One transaction of somebody, on the tenant's day. */
export const inOne = (
  app: Services,
  context: SignedIn,
  work: (doing: Doing) => Promise<number[]>,
): Promise<{ ids: number[] }> =>
  context.write(async (write) => {
    const now = await today(write.tx, context.tenant)
    return { ids: await work({ app, write, context, now }) }
  })

export type Turn = 'splitInto' | 'splitFrom' | 'mergedInto' | 'mergedFrom' | 'undone'

/** Batches in the order of their numbers, held for the write; those that are not seen are missing. */
export async function heldRows(tx: Tx, ids: readonly number[]): Promise<FamilyRow[]> {
  const found: FamilyRow[] = []
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    await lockRow(tx, batch, id)
    const one = await showRow(tx, batch, id)
    if (one) found.push(one as FamilyRow)
  }
  return found
}

/** Their parts of its plots; of a plot that one of them has whole it has all. */
const partsFor = ({ parents, landIds }: NewKin): Sql =>
  sql`(select coalesce(jsonb_agg(distinct one.part), '[]') from batch p
    cross join lateral jsonb_array_elements(p.parts) as one (part)
    where p.id = any(${[...parents]}::bigint[]) and (one.part->>'landId')::bigint = any(${[...landIds]}::bigint[])
      and not exists (select 1 from batch w where w.id = any(${[...parents]}::bigint[])
        and (one.part->>'landId')::bigint = any(w.land_ids)
        and cardinality(furrow_parts_of(w.parts, (one.part->>'landId')::bigint)) = 0))`

/** Stores a batch that stands already; its days, stages and who is in charge are those of another. */
export async function storeKin({ write, context }: Doing, kin: NewKin): Promise<number> {
  const by = context.actor.accountId
  const [made] = await rows<{ id: number }>(
    write.tx,
    sql`insert into batch (batch_name, batch_code, area_id, land_ids, variety_id, state, planted_on,
        expected_harvest_on, planted_area, quantity, quantity_unit_id, expected_yield, price, manager_id,
        shared_flag, stages, description, parts, created_by, last_updated_by)
      select ${kin.batchName}, ${kin.batchCode}, area_id, ${[...kin.landIds]}::bigint[], variety_id,
        ${kin.state}, planted_on, expected_harvest_on, ${kin.plantedArea}::numeric,
        ${kin.quantity}::numeric, quantity_unit_id, ${kin.expectedYield}::numeric, price, manager_id,
        ${kin.sharedFlag}, stages, description, ${partsFor(kin)}, ${by}, ${by} from batch where id = ${kin.like}
      returning id`,
  )
  return made!.id
}

/** Writes down how a batch came into its state, and with whom. */
export const noteTurn = (
  { write: { tx }, context, now }: Doing,
  id: number,
  turn: Turn,
  state: number,
  note: string,
) =>
  sql`insert into batch_change (batch_id, kind, state, turn, happened_on, note, created_by)
    values (${id}, 'state', ${state}, ${turn}, ${now}::date, ${note}, ${context.actor.accountId})`.execute(
    tx,
  )

/** Changes a batch that was held, with its history; `action`: what was done to it. */
export async function changeKin(
  { write, context }: Doing,
  before: FamilyRow,
  action: string,
  what: Sql,
): Promise<void> {
  await sql`update batch set ${what}, object_version_number = object_version_number + 1,
    last_update_date = now(), last_updated_by = ${context.actor.accountId}
    where id = ${before.id}`.execute(write.tx)
  await write.audit({
    entity: batch.name,
    recordId: before.id,
    title: before.batchName,
    action,
    before,
    after: (await showRow(write.tx, batch, before.id))!,
  })
}
/** Tells of batches that are new, with their history. */
export async function tellMade({ write }: Doing, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const after = (await showRow(write.tx, batch, id))!
    const title = String(after.batchName)
    await write.audit({
      entity: batch.name,
      recordId: id,
      title,
      action: 'create',
      before: null,
      after,
    })
  }
  await write.announce({ resource: batch.name, ids: [...ids], kind: 'created' })
}
/** Tells of batches and plots that have changed with them. */
export async function tellChanged({ write }: Doing, batches: readonly FamilyRow[]): Promise<void> {
  await write.announce({ resource: batch.name, ids: batches.map(({ id }) => id), kind: 'updated' })
  const landIds = [...new Set(batches.flatMap((one) => one.landIds))]
  await write.announce({ resource: 'land', ids: landIds.slice(0, 200), kind: 'updated' })
}

interface NewLink {
  parentId: number
  childId: number
  kind: 'split' | 'merge'
  weight: number
  /** What the parent was until then. */
  parentState: number
  passed?: Readonly<Record<string, readonly number[]>>
}
export const storeLink = (
  { write: { tx }, context, now }: Doing,
  { parentId, childId, kind, weight, parentState, passed = {} }: NewLink,
) =>
  sql`insert into batch_link (parent_id, child_id, kind, weight, parent_state, happened_on, passed, created_by)
    values (${parentId}, ${childId}, ${kind}, ${weight}::numeric, ${parentState}, ${now}::date,
      ${JSON.stringify(passed)}::jsonb, ${context.actor.accountId})`.execute(tx)

/** Hands what is open for a batch to those that it became; answers by child and kind what went there. */
export async function passHeirs(
  { app, write }: Doing,
  parentId: number,
  to: (landIds: readonly number[]) => number,
): Promise<Map<number, Record<string, number[]>>> {
  const passed = new Map<number, Record<string, number[]>>()
  for (const { kind, of, pass } of app.batchHeirs) {
    const open = (await of(write.tx, [parentId])).filter(({ isOpen }) => isOpen)
    const moves = open.map(({ id, landIds }) => ({ id, to: to(landIds) }))
    await pass(moves, write)
    for (const { id, to: child } of moves) {
      const own = passed.get(child) ?? {}
      own[kind] = [...(own[kind] ?? []), id]
      passed.set(child, own)
    }
  }
  return passed
}
