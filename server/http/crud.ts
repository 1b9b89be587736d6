import type { Serving } from './serving.ts'
import { z } from 'zod'
import { pageOf } from '#contract/call.ts'
import { allowed, isOthersPart, storageName, type Codes, type Entity } from '#contract/entity.ts'
import { shape } from '#contract/field.ts'
import { readAs, readCodes } from '#contract/readers.ts'
import { hiddenOf, seenAs } from '#contract/seen.ts'
import { completed } from '#server/db/complete.ts'
import {
  deleteRow,
  insertRow,
  listRows,
  lockRow,
  showRow,
  updateRow,
  type Query,
  type Row,
} from '#server/db/crud.ts'
import type { Tx } from '#server/db/database.ts'
import { isRecycled, recycle } from '#server/db/recycle.ts'
import { realNameOf } from '#server/db/people.ts'
import type { OnBehalf, SignedIn, Write } from './context.ts'
import { newShape, ownNames } from './foreign-names.ts'
import { notFound, HttpError } from '#server/db/http-error.ts'
import { route, type Served } from './serve.ts'

type Values = Record<string, unknown>
/** What an entity adds to the regular five; each runs in the write's own transaction. */
export interface Hooks {
  /** Checks and completes what is about to be stored. `before` is null when a row is made. */
  prepare?(values: Values, before: Row | null, write: Write, context: OnBehalf): Promise<Values>
  /** Refuses a deletion. */
  beforeRemove?(row: Row, write: Write, context: OnBehalf): Promise<void>
  /** Replaces the plain insert, update or delete. */
  insert?(values: Values, write: Write, context: OnBehalf): Promise<number>
  update?(
    id: number,
    version: number,
    values: Values,
    write: Write,
    context: OnBehalf,
  ): Promise<boolean>
  remove?(row: Row, write: Write, context: OnBehalf): Promise<void>
  after?(
    action: 'create' | 'edit' | 'delete',
    row: Row,
    write: Write,
    context: OnBehalf,
  ): Promise<void>
  /** What of a row somebody with these codes is told, on screen and in files. */
  told?(row: Row, codes: ReadonlySet<string>): Row
  /**
   * Completes rows that a spreadsheet made in few statements; says that none of them needs
   * `prepare` or `insert`.
   */
  together?(ids: readonly number[], write: Write): Promise<void>
  /**
   * Completes a row that came back from the recycle bin, or refuses it; `content` is what was kept
   * of it, by its columns.
   */
  restored?(id: number, content: Values, write: Write, context: OnBehalf): Promise<void>
}

/**
 * An entity as it is served: whoever makes rows of it otherwise than by its call asks here for its
 * rules.
 */
export interface Rules {
  entity: Entity
  hooks: Hooks
}

/** What the column of versions holds. */
const mostVersion = 2_147_483_647
const key = z.coerce.number().int().positive()
const version = z.coerce.number().int().positive().max(mostVersion)

function access(entity: Entity, action: string): { code: string | readonly string[] } {
  const code =
    action === 'list' || action === 'show'
      ? readCodes(entity)
      : (entity.permissions as Codes)[action]
  if (!code?.length) throw new Error(`${entity.name}.${action} has no permission code`)
  return { code }
}

/**
 * The row as it stands, or 404; 403 where it is another's part; 409 when its state forbids the
 * action.
 */
export async function demand(tx: Tx, entity: Entity, id: number, action: string): Promise<Row> {
  const row = await showRow(tx, entity, id)
  if (!row) throw notFound()
  if (isOthersPart(entity, action, row)) throw new HttpError(403, entity.othersPart!.refusal)
  if (!allowed(entity, action, row))
    throw new HttpError(409, 'error.state', { extra: { current: row } })
  return row
}
/** 409 with the row as it is and who changed it last (docs/specification.md 1.6). */
export async function stale(tx: Tx, entity: Entity, id: number): Promise<HttpError> {
  const current = await showRow(tx, entity, id)
  if (!current) return notFound()
  const changedBy = await realNameOf(tx, current.lastUpdatedBy as number | null)
  return new HttpError(409, 'error.optimistic_lock', { extra: { current, changedBy } })
}

/** A row without what is worked out anew each time it is read: no part of its history. */
export const written = (entity: Entity, row: Row | null) =>
  row &&
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) => !(entity.fields[name]?.readonly && entity.fields[name].kind === 'lines'),
    ),
  )

/** What other calls of the same entity do as the regular ones do it. */
export interface Crud {
  /** Deletes a row as the regular call does; 404 where there is none. */
  remove(id: number, write: Write, context: SignedIn): Promise<void>
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)
/**
 * What somebody sends, without what they are not told: a form that does not show it sends it empty,
 * and what was there stays.
 * Errors: 403 for a value that they may not give.
 */
function told(entity: Entity, values: Values, codes: ReadonlySet<string>): Values {
  const next = { ...values }
  for (const path of hiddenOf(entity.fields, codes)) {
    const [name = '', column] = path.split('.')
    const given =
      column === undefined
        ? [values[name]]
        : ((values[name] ?? []) as Values[]).map((line) => line[column])
    const code =
      column === undefined
        ? entity.fields[name]!.seenBy!
        : entity.fields[name]!.columns![column]!.seenBy!
    if (!given.every(isBlank))
      throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: [code] } })
    if (column === undefined) delete next[name]
  }
  return next
}

/** Stores a new row by the entity's own rules; its audit line and event are the caller's. */
export async function makeRow(
  { entity, hooks }: Rules,
  input: Values,
  write: Write,
  context: OnBehalf,
): Promise<number> {
  const given = await completed(write.tx, entity, told(entity, input, context.codes))
  const values = (await hooks.prepare?.(given, null, write, context)) ?? given
  return hooks.insert
    ? hooks.insert(values, write, context)
    : insertRow(write.tx, entity, values, context.actor.accountId)
}

/**
 * Changes a row by the entity's own rules, in the state that `version` saw; answers it as it was.
 * Its audit line and event are
 * the caller's. Errors: 404, 409 where its state forbids it or it has moved on.
 */
export async function changeRow(
  { entity, hooks }: Rules,
  id: number,
  version: number,
  given: Values | ((before: Row) => Values),
  write: Write,
  context: OnBehalf,
): Promise<Row> {
  await lockRow(write.tx, entity, id)
  const before = await demand(write.tx, entity, id, 'edit')
  if (before.objectVersionNumber !== version) throw await stale(write.tx, entity, id)
  const input = await completed(
    write.tx,
    entity,
    told(entity, typeof given === 'function' ? given(before) : given, context.codes),
  )
  const values = (await hooks.prepare?.(input, before, write, context)) ?? input
  const saved = hooks.update
    ? await hooks.update(id, version, values, write, context)
    : await updateRow(write.tx, entity, id, version, values, context.actor.accountId)
  if (!saved) throw await stale(write.tx, entity, id)
  return before
}

/** Serves the regular calls of an entity that its contract names. */
export function crud(app: Serving, entity: Entity, hooks: Hooks = {}): Crud {
  app.rules.set(entity.name, { entity, hooks })
  const { api, name, title } = entity
  const kept = storageName(entity)
  const alias = entity.alias
  const ids = alias ? { id: key.optional(), [alias]: key.optional() } : { id: key }
  const idOf = (input: Values) => (input.id ?? input[alias ?? '']) as number | undefined
  const shown = (action: string, input: z.ZodType, answer: z.ZodType | null): Served => ({
    endpoint: api[action]!,
    summary: `${name}: ${action}`,
    access: access(entity, action),
    input,
    answer,
    form: false,
    entity: name,
    action,
  })
  const record = z.looseObject({ id: z.int(), objectVersionNumber: z.int() })

  const finish = async (
    action: 'create' | 'edit',
    id: number,
    before: Row | null,
    write: Write,
    context: SignedIn,
  ) => {
    const after = (await showRow(write.tx, entity, id))!
    await write.audit({
      entity: kept,
      recordId: id,
      title: String(after[title] ?? ''),
      action,
      before: written(entity, before),
      after: written(entity, after),
    })
    await write.announce({
      resource: kept,
      ids: [id],
      kind: action === 'create' ? 'created' : 'updated',
    })
    await hooks.after?.(action, after, write, context)
    return hooks.told ? hooks.told(after, context.codes) : after
  }

  const remove: Crud['remove'] = async (id, write, context) => {
    await lockRow(write.tx, entity, id)
    const before = await demand(write.tx, entity, id, 'delete')
    await hooks.beforeRemove?.(before, write, context)
    if (isRecycled(entity))
      await recycle(write.tx, entity, id, String(before[title] ?? ''), context.actor)
    if (hooks.remove) await hooks.remove(before, write, context)
    else await deleteRow(write.tx, entity, id)
    await write.audit({
      entity: kept,
      recordId: id,
      title: String(before[title] ?? ''),
      action: 'delete',
      before: written(entity, before),
    })
    await write.announce({ resource: kept, ids: [id], kind: 'deleted' })
    await hooks.after?.('delete', before, write, context)
  }

  if (api.list) {
    route<SignedIn>(
      app,
      shown('list', z.record(z.string(), z.string().max(500)), pageOf(record)),
      (query, { read, codes }) =>
        read(async (tx) => {
          const page = await listRows(tx, seenAs(readAs(entity, codes), codes), query as Query)
          return hooks.told
            ? { ...page, content: page.content.map((one) => hooks.told!(one, codes)) }
            : page
        }),
    )
  }
  if (api.show) {
    route<SignedIn>(
      app,
      shown('show', z.object({ id: key }), record),
      async (input, { read, codes }) => {
        const found = await read((tx) =>
          showRow(tx, readAs(entity, codes), (input as { id: number }).id),
        )
        if (!found) throw notFound()
        return hooks.told ? hooks.told(found, codes) : found
      },
    )
  }
  if (api.create) {
    route<SignedIn>(app, shown('create', newShape(entity), record), (input, context) =>
      context.write(async (write) =>
        finish(
          'create',
          await makeRow({ entity, hooks }, ownNames(entity, input as Values), write, context),
          null,
          write,
          context,
        ),
      ),
    )
  }
  if (api.edit) {
    const body = shape(entity.fields, 'edit').extend({ ...ids, objectVersionNumber: version })
    route<SignedIn>(app, shown('edit', body, record), (input, context) =>
      context.write(async (write) => {
        const { objectVersionNumber, id: _id, ...rest } = input as Values
        const id = idOf(input as Values)
        if (id === undefined)
          throw new HttpError(400, 'error.data_invalid', {
            fields: { id: { code: 'field.required' } },
          })
        if (alias) delete rest[alias]
        const before = await changeRow(
          { entity, hooks },
          id,
          objectVersionNumber as number,
          rest,
          write,
          context,
        )
        return finish('edit', id, before, write, context)
      }),
    )
  }
  if (api.delete) {
    const input = z.looseObject({ ...ids, objectVersionNumber: version.optional() })
    const isCounted = entity.answers?.delete === 'count'
    route<SignedIn>(app, shown('delete', input, isCounted ? z.int() : null), (given, context) =>
      context.write(async (write) => {
        const id = idOf(given as Values)
        if (id === undefined)
          throw new HttpError(400, 'error.data_invalid', {
            fields: { id: { code: 'field.required' } },
          })
        await remove(id, write, context)
        return isCounted ? 1 : undefined
      }),
    )
  }
  return { remove }
}
