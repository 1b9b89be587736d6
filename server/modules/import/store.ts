import { sql } from 'kysely'
import { storageName } from '#contract/entity.ts'
import { snake } from '#server/db/case.ts'
import { tableOf } from '#server/db/columns.ts'
import { showRow } from '#server/db/crud.ts'
import { rows } from '#server/db/database.ts'
import { fromDatabase, HttpError } from '#server/db/http-error.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import { asSent } from '#server/http/as-sent.ts'
import { changeRow, makeRow, written, type Rules } from '#server/http/crud.ts'
import type { Column } from './columns.ts'
import type { Fault, Ready } from './validate-rows.ts'

/** To put a statement together takes the thread that answers everybody some microseconds a row. */
const rowsPerStatement = 100

/**
 * Whether rows are made one by one: by rules of their own, or because one may name the row before
 * it.
 */
export const isParticular = ({ entity, hooks }: Rules) =>
  (!hooks.together && Boolean(entity.variantOf ?? hooks.prepare ?? hooks.insert ?? hooks.after)) ||
  Object.values(entity.fields).some(
    (field) => !field.readonly && (field.to === entity.name || field.dependsOn !== undefined),
  )

/** Whether only a write can say which rows may be changed. */
export const asksOnEdit = ({ hooks }: Rules) =>
  Boolean(hooks.prepare ?? hooks.update ?? hooks.after)

/**
 * Many rows in few statements; what a row leaves out takes the column's default, as in a create
 * call.
 */
async function storeTogether(
  write: Write,
  { entity, hooks }: Rules,
  ready: Ready[],
  by: number,
  step: (done: number) => Promise<void>,
): Promise<void> {
  const only = entity.variantOf?.only ?? {}
  const names = [
    ...new Set([...Object.keys(only), ...ready.flatMap(({ values }) => Object.keys(values))]),
  ]
  const columns = sql.join([
    ...names.map((name) => sql.ref(snake(name))),
    sql.ref('created_by'),
    sql.ref('last_updated_by'),
  ])
  // A check of a reference that was planned when the table was all but empty would read all of it
  // for each row.
  await sql`set local plan_cache_mode = force_custom_plan`.execute(write.tx)
  for (let at = 0; at < ready.length; at += rowsPerStatement) {
    await step(at / ready.length)
    const lines = ready.slice(at, at + rowsPerStatement).map(({ values }) => {
      const all: Record<string, unknown> = { ...values, ...only }
      return sql`(${sql.join([...names.map((name) => (all[name] === undefined ? sql`default` : sql`${all[name]}`)), sql`${by}`, sql`${by}`])})`
    })
    const made = await rows<{ id: number }>(
      write.tx,
      sql`insert into ${sql.table(tableOf(entity))} (${columns}) values ${sql.join(lines)} returning id`,
    )
    await hooks.together?.(
      made.map(({ id }) => id),
      write,
    )
  }
}

/** What a refusal says of a row: at its columns, or of the row as a whole. */
function faultsOf(refusal: HttpError, { row, values }: Ready, columns: Column[]): Fault[] {
  const fields = Object.entries(refusal.fields ?? {})
  if (fields.length === 0)
    return [{ row, column: null, value: '', fault: { code: refusal.code, params: refusal.params } }]
  return fields.map(([name, fault]) => ({
    row,
    column: columns.find((column) => column.name === name) ?? null,
    value: String(values[name] ?? ''),
    fault,
  }))
}

async function change(
  rules: Rules,
  { current, values }: Ready,
  write: Write,
  context: OnBehalf,
): Promise<number> {
  const { entity, hooks } = rules
  const { id, objectVersionNumber } = current!
  const before = await changeRow(
    rules,
    id,
    objectVersionNumber,
    (row) => ({ ...asSent(entity, row, context.codes), ...values }),
    write,
    context,
  )
  const after = (await showRow(write.tx, entity, id))!
  await write.audit({
    entity: storageName(entity),
    recordId: id,
    title: String(after[entity.title] ?? ''),
    action: 'edit',
    before: written(entity, before),
    after: written(entity, after),
  })
  await hooks.after?.('edit', after, write, context)
  return id
}
async function add(
  rules: Rules,
  { values }: Ready,
  write: Write,
  context: OnBehalf,
): Promise<number> {
  const id = await makeRow(rules, values, write, context)
  await rules.hooks.after?.('create', (await showRow(write.tx, rules.entity, id))!, write, context)
  return id
}

/**
 * Each row by the entity's own rules; a row that is refused leaves nothing and the next one is
 * tried.
 */
async function storeEach(
  rules: Rules,
  ready: Ready[],
  columns: Column[],
  write: Write,
  context: OnBehalf,
  step: (done: number) => Promise<void>,
): Promise<Fault[]> {
  const { entity } = rules
  const faults: Fault[] = []
  const made = new Map<string, number>()
  for (const [at, one] of ready.entries()) {
    if (at % 20 === 0) await step(at / ready.length)
    await sql`savepoint imported_row`.execute(write.tx)
    try {
      const values = { ...one.values }
      if (one.later) values[one.later.field] = made.get(one.later.name) ?? 0
      const id = await (one.current ? change : add)(rules, { ...one, values }, write, context)
      await sql`release savepoint imported_row`.execute(write.tx)
      made.set(String(values[entity.title] ?? one.current?.[entity.title] ?? '').toLowerCase(), id)
    } catch (error) {
      const refusal = error instanceof HttpError ? error : fromDatabase(error)
      if (!refusal || refusal.status >= 500) throw error
      await sql`rollback to savepoint imported_row`.execute(write.tx)
      faults.push(...faultsOf(refusal, one, columns))
    }
  }
  return faults
}

/**
 * Stores all rows in the write's transaction. Answers what is wrong with those that cannot be:
 * whoever calls rolls back.
 */
export async function storeRows(
  rules: Rules,
  ready: Ready[],
  columns: Column[],
  write: Write,
  context: OnBehalf,
  step: (done: number) => Promise<void>,
): Promise<Fault[]> {
  if (isParticular(rules)) return storeEach(rules, ready, columns, write, context, step)
  const isAlone = ({ current, values }: Ready) =>
    current !== undefined || Object.values(values).some((value) => Array.isArray(value))
  const changed = ready.filter(isAlone)
  const added = ready.filter((one) => !isAlone(one))
  const share = added.length / Math.max(1, ready.length)
  if (added.length)
    await storeTogether(write, rules, added, context.actor.accountId, (done) => step(done * share))
  return storeEach(rules, changed, columns, write, context, (done) =>
    step(share + done * (1 - share)),
  )
}
