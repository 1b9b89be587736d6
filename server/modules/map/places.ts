import { isDeepStrictEqual } from 'node:util'
import { storageName, type Entity } from '#contract/entity.ts'
import type { Position } from '#contract/field.ts'
import { placedKinds, saveMapPlaces, type PlaceChange } from '#contract/map/manage.ts'
import { lockRow, showRow, type Row } from '#server/db/crud.ts'
import { HttpError } from '#server/db/http-error.ts'
import { asSent } from '#server/http/as-sent.ts'
import type { SignedIn, Write } from '#server/http/context.ts'
import { changeRow, demand, written } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { placeOf } from './placing.ts'

const latLng = (at: Position | null) => at && `${at[1]},${at[0]}`
/** Where a row lies, as the map tells it. */
function placeIn(kind: PlaceChange['kind'], row: Row): unknown {
  if (kind === 'plot' || kind === 'edge') return row.boundary ?? null
  const found = placeOf(row.latlng as string | null)
  return 'at' in found ? found.at : null
}
const valuesOf = (change: PlaceChange) =>
  change.kind === 'plot' || change.kind === 'edge'
    ? { boundary: change.at }
    : { latlng: latLng(change.at) }

/** Errors: 403 for a kind that the caller may not edit. */
function requireMay(changes: readonly PlaceChange[], codes: ReadonlySet<string>): void {
  const missing = new Set<string>()
  for (const { kind } of changes) {
    const { edit } = placedKinds[kind].permissions
    if (!codes.has(edit)) missing.add(edit)
  }
  if (missing.size > 0)
    throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: [...missing] } })
}

/** Errors: 404; 409 for what lies elsewhere than the caller saw it. */
async function put(app: Services, change: PlaceChange, write: Write, context: SignedIn) {
  const entity: Entity = placedKinds[change.kind]
  const rules = app.rules.get(entity.name)!
  await lockRow(write.tx, entity, change.id)
  const found = await demand(write.tx, entity, change.id, 'edit')
  const title = String(found[entity.title] ?? '')
  if (!isDeepStrictEqual(placeIn(change.kind, found), change.was))
    throw new HttpError(409, 'map.moved', { params: { name: title }, extra: { id: change.id } })
  const before = await changeRow(
    rules,
    change.id,
    found.objectVersionNumber!,
    (row) => ({ ...asSent(entity, row, context.codes), ...valuesOf(change) }),
    write,
    context,
  )
  const after = (await showRow(write.tx, entity, change.id))!
  await write.audit({
    entity: storageName(entity),
    recordId: change.id,
    title,
    action: 'edit',
    before: written(entity, before),
    after: written(entity, after),
  })
  await write.announce({ resource: storageName(entity), ids: [change.id], kind: 'updated' })
  await rules.hooks.after?.('edit', after, write, context)
}

export function servePlaces(app: Services): void {
  serve(app, saveMapPlaces, async ({ changes }, context) => {
    requireMay(changes, context.codes)
    await context.write(async (write) => {
      // In one order, so that two who save at once wait for each other instead of for ever.
      const ordered = changes.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.id - b.id)
      for (const one of ordered) await put(app, one, write, context)
    })
  })
}
