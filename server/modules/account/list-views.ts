import { sql } from 'kysely'
import * as calls from '#contract/account/list-views.ts'
import { screens } from '#contract/domains.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound, HttpError } from '#server/db/http-error.ts'
import type { SignedIn } from '#server/http/context.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

type Given = Pick<calls.ListView, 'name' | 'scope' | 'query' | 'settings'> & {
  roleId?: number | null | undefined
}
/** Enough for anybody's lists, and an end to a script that makes them. */
const mostPerPerson = 200

/** Views as one person sees them. */
const seen = ({
  actor,
  codes,
}: Pick<
  SignedIn,
  'actor' | 'codes'
>): Sql => sql`select v.id, v.screen, v.name, v.scope, v.role_id, r.name as role_name, v.query,
  v.settings, v.object_version_number,
  (v.account_id = ${actor.accountId} or (v.scope <> 'mine'
  and ${codes.has(calls.shareCode)})) as own, (select real_name from account a where a.id = v.account_id) as real_name
  from list_view v left join role r on r.tenant_id = v.tenant_id and r.id = v.role_id
  where v.account_id = ${actor.accountId} or v.scope = 'all' or (v.scope = 'role'
  and (${codes.has(calls.shareCode)} or exists (
    select 1 from member m join member_role mr on mr.tenant_id = m.tenant_id and mr.member_id = m.id
    where m.account_id = ${actor.accountId} and mr.role_id = v.role_id)))`

function requireShare({ scope }: Given, codes: ReadonlySet<string>): void {
  if (scope !== 'mine' && !codes.has(calls.shareCode))
    throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: [calls.shareCode] } })
}
async function roleOf(tx: Tx, { scope, roleId }: Given): Promise<number | null> {
  if (scope !== 'role') return null
  if (!roleId || !(await row(tx, sql`select 1 from role where id = ${roleId}`)))
    throw invalidFields({ roleId: { code: roleId ? 'field.missing_reference' : 'field.required' } })
  return roleId
}

/** How lists are looked at, kept under names: for oneself, a role or everybody. */
export function serveListViews(app: Services): void {
  const one = async (tx: Tx, id: number, context: SignedIn) => {
    const found = await row<calls.ListView>(
      tx,
      sql`select * from (${seen(context)}) v where id = ${id}`,
    )
    if (!found) throw notFound()
    return found
  }
  const own = async (tx: Tx, id: number, context: SignedIn) => {
    await sql`select 1 from list_view where id = ${id} for update`.execute(tx)
    const found = await one(tx, id, context)
    if (!found.own)
      throw new HttpError(403, 'error.permission.mismatch', {
        extra: { missing: [calls.shareCode] },
      })
    return found
  }
  serve(app, calls.listViews, async ({ screen }, context) =>
    context.read((tx) =>
      rows<calls.ListView>(
        tx,
        sql`select * from (${seen(context)}) v where screen = ${screen}
          order by scope = 'mine' desc, name, id limit 500`,
      ),
    ),
  )
  serve(app, calls.viewRoles, async (_input, { read }) =>
    read((tx) =>
      rows<{ id: number; name: string }>(
        tx,
        sql`select id, name from role where enabled_flag = 1 order by id limit 500`,
      ),
    ),
  )
  serve(app, calls.createListView, async (given, context) => {
    const { screen, name, scope, query, settings } = given
    if (!screens.some((known) => known.name === screen))
      throw invalidFields({ screen: { code: 'field.invalid' } })
    requireShare(given, context.codes)
    return context.write(async ({ tx, audit }) => {
      const { count } = (await row<{ count: number }>(
        tx,
        sql`select count(*) as count from list_view where account_id = ${context.actor.accountId}`,
      ))!
      if (count >= mostPerPerson)
        throw new HttpError(422, 'list_view.too_many', { params: { most: mostPerPerson } })
      const roleId = await roleOf(tx, given)
      const made = (await row<{ id: number }>(
        tx,
        sql`insert into list_view (account_id, screen, name, scope, role_id, query, settings)
        values (${context.actor.accountId}, ${screen}, ${name}, ${scope}, ${roleId}, ${query},
        ${JSON.stringify(settings)}::jsonb) returning id`,
      ))!
      await audit({
        entity: 'listView',
        recordId: made.id,
        title: name,
        action: 'create',
        after: { screen, scope, roleId, query },
      })
      return one(tx, made.id, context)
    })
  })
  serve(app, calls.editListView, async (given, context) => {
    const { id, name, scope, query, settings, objectVersionNumber } = given
    requireShare(given, context.codes)
    return context.write(async ({ tx, audit }) => {
      const before = await own(tx, id, context)
      if (before.objectVersionNumber !== objectVersionNumber)
        throw new HttpError(409, 'error.optimistic_lock', { extra: { current: before } })
      const roleId = await roleOf(tx, given)
      await sql`update list_view set name = ${name}, scope = ${scope}, role_id = ${roleId},
        query = ${query}, settings = ${JSON.stringify(settings)}::jsonb,
        object_version_number = object_version_number + 1 where id = ${id}`.execute(tx)
      await audit({
        entity: 'listView',
        recordId: id,
        title: name,
        action: 'edit',
        before: { ...before },
        after: { name, scope, roleId, query },
      })
      return one(tx, id, context)
    })
  })
  serve(app, calls.deleteListView, async ({ id }, context) =>
    context.write(async ({ tx, audit }) => {
      const before = await own(tx, id, context)
      await sql`delete from list_view where id = ${id}`.execute(tx)
      await audit({
        entity: 'listView',
        recordId: id,
        title: before.name,
        action: 'delete',
        before: { ...before },
      })
    }),
  )
}
