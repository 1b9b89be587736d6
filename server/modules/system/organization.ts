import { sql } from 'kysely'
import { organization } from '#contract/system/organization.ts'
import { moveOrganization } from '#contract/system/permission-calls.ts'
import { changed, row, type Tx } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import { invalidFields, HttpError, unprocessable } from '#server/db/http-error.ts'
import type { Actor } from '#server/http/actor.ts'
import { crud, demand, stale } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

/** Refuses a parent that is missing, the node itself, or below it. */
async function requireParent(tx: Tx, id: number | null, parent: number): Promise<void> {
  // Two moves at once could close a circle that neither sees.
  await sql`select pg_advisory_xact_lock(hashtext('organization'), furrow_tenant()::int)`.execute(
    tx,
  )
  const line = await sql<{ id: number }>`with recursive up as (
      select id, parent_id from organization where id = ${parent}
      union select o.id, o.parent_id from organization o join up on o.id = up.parent_id
    ) select id from up`.execute(tx)
  if (line.rows.length === 0) throw invalidFields({ parentId: { code: 'field.missing_reference' } })
  if (id !== null && line.rows.some((above) => above.id === id))
    throw invalidFields({ parentId: { code: 'field.cycle' } })
}
/** What lies below what says who sees which bases: whoever sees some alone moves nothing. */
function requireWhole({ scope }: Pick<Actor, 'scope'>): void {
  if (scope !== null) throw new HttpError(403, 'grant.scope')
}
const nextSort = (parent: unknown) =>
  sql`select coalesce(max(sort), 0) + 1 as sort from organization where parent_id is not distinct
    from ${parent ?? null}::bigint`

export function serveOrganization(app: Services): void {
  crud(app, organization, {
    // What lies below what says who sees which bases.
    after: (_action, _saved, { tx }, { tenant }) => raiseRights(tx, tenant),
    prepare: async (values, before, { tx }, { actor }) => {
      if (before && values.parentId !== undefined && values.parentId !== before.parentId)
        requireWhole(actor)
      if (typeof values.parentId === 'number')
        await requireParent(tx, before?.id ?? null, values.parentId)
      return before
        ? values
        : { ...values, sort: (await row<{ sort: number }>(tx, nextSort(values.parentId)))!.sort }
    },
    remove: async (found, { tx }) => {
      if (await row(tx, sql`select 1 from organization where parent_id = ${found.id} limit 1`))
        throw unprocessable('organization.children')
      if (await row(tx, sql`select 1 from member where organization_id = ${found.id} limit 1`))
        throw unprocessable('organization.members')
      await changed(tx, sql`delete from organization where id = ${found.id}`)
    },
  })
  serve(
    app,
    moveOrganization,
    async ({ id, parentId, beforeId, objectVersionNumber }, { write, actor, tenant }) =>
      write(async ({ tx, audit, announce }) => {
        const before = await demand(tx, organization, id, 'move')
        if (before.objectVersionNumber !== objectVersionNumber)
          throw await stale(tx, organization, id)
        if (parentId !== null) await requireParent(tx, id, parentId)
        requireWhole(actor)
        const place =
          beforeId === null
            ? null
            : await row<{ sort: number }>(
                tx,
                sql`select sort from organization where id = ${beforeId}
                  and parent_id is not distinct from ${parentId}::bigint`,
              )
        const sort = place?.sort ?? (await row<{ sort: number }>(tx, nextSort(parentId)))!.sort
        await sql`update organization set sort = sort + 1 where parent_id is not distinct
          from ${parentId}::bigint and sort >= ${sort}`.execute(tx)
        await sql`update organization set parent_id = ${parentId}, sort = ${sort},
          object_version_number = object_version_number + 1,
      last_update_date = now(), last_updated_by = ${actor.accountId} where id = ${id}`.execute(tx)
        await raiseRights(tx, tenant)
        await audit({
          entity: 'organization',
          recordId: id,
          title: String(before.name),
          action: 'move',
          before: { parentId: before.parentId },
          after: { parentId },
        })
        await announce({ resource: 'organization', ids: [id], kind: 'updated' })
      }),
  )
}
