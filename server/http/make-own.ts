import { storageName, type Codes, type Entity } from '#contract/entity.ts'
import { showRow } from '#server/db/crud.ts'
import { HttpError } from '#server/db/http-error.ts'
import type { OnBehalf, Write } from './context.ts'
import { makeRow } from './crud.ts'
import type { Serving } from './serving.ts'

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
  const needed = [(entity.permissions as Codes).create ?? []].flat()
  if (!needed.some((code) => context.codes.has(code)))
    throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: needed } })
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
