import { sql } from 'kysely'
import * as calls from '#contract/system/permission-calls.ts'
import { role } from '#contract/system/role.ts'
import { changed, row, rows, type Tx } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import { unprocessable } from '#server/db/http-error.ts'
import {
  requireGrant,
  requireLooking,
  requireOverRole,
} from '#server/modules/account/engine/grant.ts'
import { requireNarrower, requireNarrowerRoles } from '#server/db/scope.ts'
import { openSession } from '#server/modules/account/engine/session.ts'
import { catalogue } from '#server/modules/system/engine/catalogue.ts'
import { crud, demand, stale } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

const isBuiltin = (found: Record<string, unknown>) => found.builtinFlag === 1

const codesOf = async (tx: Tx, id: number) =>
  (
    await rows<{ code: string }>(
      tx,
      sql`select code from role_permission where role_id = ${id} order by code`,
    )
  ).map((r) => r.code)

export function serveRole(app: Services): void {
  crud(app, role, {
    prepare: async (values, before, { tx }, giver) => {
      if (before && isBuiltin(before)) throw unprocessable('role.builtin')
      if (before) await requireOverRole(tx, giver, before.id)
      else await requireGrant(tx, giver, {})
      requireNarrower(giver.actor.scope, { dataScope: 'all', ...before, ...values } as {
        dataScope: string
        scopeAreaIds?: number[]
      })
      return values
    },
    remove: async (found, { tx }, giver) => {
      if (isBuiltin(found)) throw unprocessable('role.builtin')
      await requireOverRole(tx, giver, found.id)
      if (await row(tx, sql`select 1 from member_role where role_id = ${found.id} limit 1`))
        throw unprocessable('error.data_in_use')
      await changed(tx, sql`delete from role where id = ${found.id}`)
    },
    after: (_action, _saved, { tx }, { tenant }) => raiseRights(tx, tenant),
  })

  serve(app, calls.permissionCatalogue, async (_input, { actor }) => catalogue(actor.subModules))
  serve(app, calls.rolePermissions, async ({ id }, { read, actor }) =>
    read(async (tx) => {
      const found = await demand(tx, role, id, 'show')
      const codes = isBuiltin(found)
        ? catalogue(actor.subModules).map((node) => node.code)
        : await codesOf(tx, id)
      return { codes, objectVersionNumber: found.objectVersionNumber }
    }),
  )
  serve(
    app,
    calls.assignPermissions,
    async ({ id, codes, objectVersionNumber }, { write, actor, tenant, codes: held }) =>
      write(async ({ tx, audit, announce }) => {
        const before = await demand(tx, role, id, 'assign')
        if (isBuiltin(before)) throw unprocessable('role.builtin')
        if (before.objectVersionNumber !== objectVersionNumber) throw await stale(tx, role, id)
        const grantable = new Set(catalogue(actor.subModules).map((node) => node.code))
        if (codes.some((code) => !grantable.has(code))) throw unprocessable('role.beyond')
        await requireOverRole(tx, { actor, codes: held }, id)
        await requireGrant(tx, { actor, codes: held }, { codes })
        const had = await codesOf(tx, id)
        await sql`delete from role_permission where role_id = ${id}`.execute(tx)
        await sql`insert into role_permission (role_id, code)
          select ${id}, unnest(${[...new Set(codes)]}::text[])`.execute(tx)
        await sql`update role set object_version_number = object_version_number + 1,
          last_update_date = now(), last_updated_by = ${actor.accountId} where id = ${id}`.execute(
          tx,
        )
        await raiseRights(tx, tenant)
        const has = await codesOf(tx, id)
        await audit({
          entity: 'role',
          recordId: id,
          title: String(before.name),
          action: 'assign',
          before: { codes: had.filter((c) => !has.includes(c)) },
          after: { codes: has.filter((c) => !had.includes(c)) },
        })
        await announce({ resource: 'role', ids: [id], kind: 'updated' })
        return { codes: has, objectVersionNumber: objectVersionNumber + 1 }
      }),
  )
  serve(app, calls.copyRole, async ({ id, code, name }, { write, actor, codes: held }) =>
    write(async ({ tx, audit, announce }) => {
      const from = await demand(tx, role, id, 'copy')
      await requireGrant(tx, { actor, codes: held }, { roles: [id] })
      await requireNarrowerRoles(tx, actor.scope, [id])
      const made = await row<{ id: number }>(
        tx,
        sql`insert into role (code, name, description, data_scope, scope_area_ids, created_by, last_updated_by)
      values (${code}, ${name}, ${from.description ?? null}, ${from.dataScope ?? 'all'},
      ${(from.scopeAreaIds as number[] | undefined) ?? []}::bigint[], ${actor.accountId},
      ${actor.accountId}) returning id`,
      )
      const codes = isBuiltin(from)
        ? catalogue(actor.subModules).map((node) => node.code)
        : await codesOf(tx, id)
      await sql`insert into role_permission (role_id, code) select ${made!.id}, unnest(${codes}::text[])`.execute(
        tx,
      )
      await audit({
        entity: 'role',
        recordId: made!.id,
        title: name,
        action: 'create',
        after: { code, name, copiedFrom: from.name },
      })
      await announce({ resource: 'role', ids: [made!.id], kind: 'created' })
      return { id: made!.id }
    }),
  )

  serve(app, calls.viewAsRole, async ({ id }, { write, actor, codes, tenant, address, request }) =>
    write(async ({ tx, audit }) => {
      const found = await demand(tx, role, id, 'assign')
      await requireLooking(tx, { actor, codes }, id)
      await audit({ entity: 'role', recordId: id, title: String(found.name), action: 'viewAs' })
      return openSession(tx, {
        accountId: actor.accountId,
        tenantId: tenant,
        viewRoleId: id,
        impersonatorId: actor.impersonatorId,
        device: request.headers['user-agent'] ?? '',
        address,
      })
    }),
  )

  serve(app, calls.whoCanGrant, async (_input, { read }) =>
    read(async (tx) => {
      // Whoever may assign permissions to roles can grant any code.
      const granters = sql`select r.id, r.name from role r where r.enabled_flag = 1 and (r.builtin_flag = 1 or exists
      (select 1 from role_permission p where p.role_id = r.id and p.code = ${role.permissions.assign}))`
      const roles = await rows<{ name: string }>(
        tx,
        sql`select name from (${granters}) g order by id limit 10`,
      )
      const people = await rows<{ realName: string }>(
        tx,
        sql`select distinct v.real_name from member_view v
      where v.enabled_flag = 1 and v.role_ids && array(select g.id from (${granters}) g) limit 10`,
      )
      return { realNames: people.map((p) => p.realName), roles: roles.map((r) => r.name) }
    }),
  )
}
