import { storageName, type Codes, type Entity } from '#contract/entity.ts'
import { shape } from '#contract/field.ts'
import { showRow } from '#server/db/crud.ts'
import { HttpError, notFound } from '#server/db/http-error.ts'
import type { OnBehalf, Write } from './context.ts'
import { changeRow, makeRow, written } from './crud.ts'
import type { Serving } from './serving.ts'

function requireCode(entity: Entity, action: 'create' | 'edit', { codes }: OnBehalf): void {
  const needed = [(entity.permissions as Codes)[action] ?? []].flat()
  if (!needed.some((code) => codes.has(code)))
    throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: needed } })
}

/**
 * Makes a record of another domain for one's own, as whoever asks could have made it: by its rules,
 * and with the right to make it. Errors: 403 for who has not; those of its form.
 */
export async function makeOwn(
  app: Serving,
  entity: Entity,
  values: Readonly<Record<string, unknown>>,
  write: Write,
  context: OnBehalf,
): Promise<number> {
  requireCode(entity, 'create', context)
  const rules = app.rules.get(entity.name)!
  const id = await makeRow(rules, values, write, context)
  const after = (await showRow(write.tx, entity, id))!
  const resource = storageName(entity)
  await write.audit({
    entity: resource,
    recordId: id,
    title: String(after[entity.title] ?? ''),
    action: 'create',
    before: null,
    after,
  })
  await write.announce({ resource, ids: [id], kind: 'created' })
  await rules.hooks.after?.('create', after, write, context)
  return id
}

/**
 * Changes a record of another domain for one's own, likewise: what is not named stays. Errors: 403
 * for who may not; those of its form.
 */
export async function changeOwn(
  app: Serving,
  entity: Entity,
  id: number,
  values: Readonly<Record<string, unknown>>,
  write: Write,
  context: OnBehalf,
): Promise<void> {
  requireCode(entity, 'edit', context)
  const rules = app.rules.get(entity.name)!
  const { objectVersionNumber } = (await showRow(write.tx, entity, id)) ?? {}
  if (objectVersionNumber === undefined) throw notFound()
  const named = Object.keys(shape(entity.fields, 'edit').shape)
  const before = await changeRow(
    rules,
    id,
    objectVersionNumber,
    (row) => ({ ...Object.fromEntries(named.map((name) => [name, row[name]])), ...values }),
    write,
    context,
  )
  const after = (await showRow(write.tx, entity, id))!
  const resource = storageName(entity)
  await write.audit({
    entity: resource,
    recordId: id,
    title: String(after[entity.title] ?? ''),
    action: 'edit',
    before: written(entity, before),
    after: written(entity, after),
  })
  await write.announce({ resource, ids: [id], kind: 'updated' })
  await rules.hooks.after?.('edit', after, write, context)
}
