import { sql } from 'kysely'
import type { IssuedCode } from '#contract/account/invitation.ts'
import type { Tokens } from '#contract/account/sign-in.ts'
import { checkResources } from '#contract/account/menus.ts'
import { callOf } from '#contract/entity-calls.ts'
import { area } from '#contract/farm/area.ts'
import { lastingCodes } from '#contract/lasting.ts'
import { organization } from '#contract/system/organization.ts'
import {
  assignPermissions,
  copyRole,
  moveOrganization,
  viewAsRole,
} from '#contract/system/permission-calls.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { row, rows, type Scope } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import { Client } from '#server/demo/client.ts'
import { moduleOfCode } from '#server/http/actor.ts'
import { standingNow } from '#server/http/author.ts'
import { clientWith, newMember, newTenant, unique, type Tenant } from './harness.ts'
import type { Made } from './samples.ts'
import {
  type Person,
  administrators,
  app,
  invite,
  issue,
  memberOf,
  redeem,
  roleWith,
} from './grant-ground.ts'

export const power = [...lastingCodes].filter((code) =>
  [user, role].some(({ permissions }) => Object.values(permissions).flat().includes(code)),
)
/** What moves bases from one part of the organisation to another. */
export const structure = [organization.permissions.edit, organization.permissions.move] as string[]
export const beside = [role.permissions.list, user.permissions.list] as string[]
const all = [...moduleOfCode.keys()]
const [sees] = area.permissions.list
const idle = 'wfpf.inventory.base.unit'
/** Whoever tries sees everything, one base, or what their part of the organisation runs, which is that base. */
export type Limit = 'whole' | 'areas' | 'organization'

interface Change {
  roleIds?: number[]
  dataScope?: 'roles' | 'all' | 'own' | 'organization' | 'areas'
  scopeAreaIds?: number[]
  organizationId?: number
  enabledFlag?: 0 | 1
}
const roleChanges: readonly { dataScope?: 'all'; enabledFlag?: 0 | 1 }[] = [
  {},
  { dataScope: 'all' },
  { enabledFlag: 0 },
  { enabledFlag: 1 },
]
export interface World {
  tenant: Tenant
  attacker: Awaited<ReturnType<typeof newMember>>
  /** The base that the limited see, and the one that they do not. */
  bases: readonly [number, number]
  organizations: readonly number[]
}
/** A world with somebody above, beside, below and dismissed around whoever tries. */
export async function world(codes: readonly string[], limit: Limit = 'whole'): Promise<World> {
  const tenant = await newTenant(app)
  const { admin } = tenant
  const unit = async (name: string, parentId?: number) =>
    (await admin.call(callOf(organization, 'create'), { name, ...(parentId && { parentId }) })).id
  const upper = await unit('上级')
  const organizations = [upper, await unit('本部', upper), await unit('旁系', upper)] as const
  const base = async (areaName: string, organizationId: number) =>
    (await admin.call(callOf(area, 'create'), { areaName, organizationId })).id
  const bases = [
    await base('看得见', organizations[1]),
    await base('看不见', organizations[2]),
  ] as const
  const big = await roleWith([...power, ...beside, idle], tenant)
  await roleWith(codes.slice(0, 1), tenant)
  // What even the limited may hand out.
  const narrow = await roleWith(codes.slice(0, 1), tenant)
  await app.db.write(tenant.id, async (tx) => {
    await sql`update role set data_scope = 'areas', scope_area_ids = ${[bases[0]]}::bigint[]
      where id = ${narrow}`.execute(tx)
  })
  const set = (who: { accountId: number }, values: ReturnType<typeof sql>) =>
    app.db.write(tenant.id, async (tx) => {
      await sql`update member set ${values} where account_id = ${who.accountId}`.execute(tx)
      await raiseRights(tx, tenant.id)
    })
  const person = async (held: readonly string[], values = sql`data_scope = 'roles'`) => {
    const who = await newMember(app, tenant, held)
    await set(who, values)
    return who
  }
  const within = (...ids: number[]) => sql`data_scope = 'areas', scope_area_ids = ${ids}::bigint[]`
  // Somebody above; beside, who sees more than whoever tries; of a part of the organisation;
  // dismissed, and dismissed as administrator.
  await person([...power, idle])
  await person([idle], within(...bases))
  await person([idle], sql`data_scope = 'organization', organization_id = ${organizations[1]}`)
  await person([...power, idle], within(bases[0]))
  await person([...power, idle], sql`enabled_flag = 0`)
  const former = await person([], sql`enabled_flag = 0`)
  const builtin = await administrators(tenant)
  await app.db.write(tenant.id, async (tx) => {
    await sql`insert into member_role (member_id, role_id)
      select id, ${builtin} from member where account_id = ${former.accountId}`.execute(tx)
    await raiseRights(tx, tenant.id)
  })
  await invite(admin, [big], { phone: '13700001111' })
  const attacker = await person(
    [...codes, sees],
    limit === 'areas'
      ? within(bases[0])
      : limit === 'organization'
        ? sql`data_scope = 'organization', organization_id = ${organizations[1]}`
        : undefined,
  )
  return { tenant, attacker, bases, organizations }
}

/** What everybody of a tenant may do at this moment, and on which base; nothing for the dismissed. */
export type Standing = ReadonlyMap<number, ReadonlySet<string>>
export const standing = ({ tenant, bases }: World): Promise<Standing> =>
  app.db.read(tenant.id, async (tx) => {
    const found = new Map<number, ReadonlySet<string>>()
    for (const { accountId } of await rows<{ accountId: number }>(
      tx,
      sql`select account_id from member`,
    )) {
      const { codes, scope } = await standingNow(tx, tenant.id, accountId)
      found.set(accountId, new Set([...codes].flatMap((code) => placesOf(code, scope, bases))))
    }
    return found
  })
const placesOf = (code: string, scope: Scope | null, bases: readonly number[]) => [
  ...bases
    .filter((id) => scope === null || scope.areas.includes(id))
    .map((id) => `${code} at ${bases.indexOf(id)}`),
  ...(scope === null || scope.own ? [`${code} at own`] : []),
]
/** What was given to anybody or taken from anybody that whoever tried did not hold there. */
export function beyond(attacker: number, before: Standing, after: Standing): string[] {
  const nothing: ReadonlySet<string> = new Set()
  const own = before.get(attacker)!
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((account) => {
    const [had, has] = [before.get(account) ?? nothing, after.get(account) ?? nothing]
    return [
      ...[...has].filter((one) => !had.has(one) && !own.has(one)).map((one) => `gained ${one}`),
      ...[...had].filter((one) => !has.has(one) && !own.has(one)).map((one) => `lost ${one}`),
    ]
  })
}

/** Everything that somebody can be, by every call that changes rights, until there is nothing new. */
export async function reached({
  tenant,
  attacker,
  bases,
  organizations,
}: World): Promise<Set<string>> {
  const found = new Set<string>()
  const own: Client[] = [attacker]
  /** Who looks as a role changes nothing, as the matrix proves of every call. */
  const looking = new Set<Client>()
  const mostWriters = 2
  // Looked up behind everybody's back: who tries may have taken the rights of who would look.
  const look = () =>
    app.db.read(tenant.id, async (tx) => ({
      members: await rows<Person>(tx, sql`select * from member_view order by id`),
      roles: await rows<Made & { code: string; name: string }>(
        tx,
        sql`select * from role order by id`,
      ),
    }))
  const versionOf = async (table: string, id: number) =>
    (
      await app.db.read(tenant.id, (tx) =>
        row<{ objectVersionNumber: number }>(
          tx,
          sql`select object_version_number from ${sql.table(table)} where id = ${id}`,
        ),
      )
    )?.objectVersionNumber ?? 0
  for (let at = 0; at < own.length && at < 14; at++) {
    const client = own[at]!
    // What was done meanwhile may have ended it: then it can do nothing.
    if ((await client.send(checkResources, [])).statusCode === 401) continue
    const signIn = async (loginName: string) => {
      const next = await new Client(app.http).signIn(loginName, 'Autumn#2027').catch(() => null)
      if (next) own.push(next)
    }
    const held = new Set<string>()
    for (let from = 0; from < all.length; from += 300)
      for (const { code, approve } of await client.call(
        checkResources,
        all.slice(from, from + 300),
      ))
        if (approve) held.add(code)
    for (const code of held) found.add(code)
    // A call whose code is not held is refused, as the matrix proves.
    const may = ({ permissions }: { permissions: Record<string, unknown> }, action: string) =>
      held.has(String(permissions[action]))
    const seen = await client.send(callOf(area, 'list'), { organizationType: 'area', size: 0 })
    if (seen.statusCode === 200)
      for (const { id } of seen.json<{ content: Made[] }>().content)
        found.add(`base ${bases.indexOf(id)}`)
    if (looking.has(client)) continue
    const { members, roles } = await look()
    for (const one of roles) {
      const answer = await client.send(viewAsRole, { id: one.id })
      if (answer.statusCode === 200) {
        const next = clientWith(app, answer.json<Tokens>().access_token, tenant.id)
        looking.add(next)
        own.push(next)
      }
      await client.send(assignPermissions, {
        id: one.id,
        codes: [idle, ...power],
        objectVersionNumber: one.objectVersionNumber,
      })
      await client.send(copyRole, { id: one.id, code: unique('copy'), name: 'c' })
      for (const more of may(role, 'edit') ? roleChanges : [])
        await client.send(callOf(role, 'edit'), {
          id: one.id,
          objectVersionNumber: await versionOf('role', one.id),
          code: one.code,
          name: one.name,
          enabledFlag: 1,
          ...more,
        })
      const made = await client.send(callOf(user, 'create'), {
        loginName: unique('puppet'),
        realName: '傀儡',
        roleIds: [one.id],
        enabledFlag: 1,
      })
      if (made.statusCode === 200 && members.length < 14) members.push(made.json())
    }
    if (at < mostWriters && may(organization, 'move'))
      for (const id of organizations)
        for (const parentId of [...organizations, null]) {
          const node = { id, parentId }
          await client.send(callOf(organization, 'edit'), {
            ...node,
            name: unique('部门'),
            enabledFlag: 1,
            objectVersionNumber: await versionOf('organization', id),
          })
          await client.send(moveOrganization, {
            ...node,
            beforeId: null,
            objectVersionNumber: await versionOf('organization', id),
          })
        }
    for (const one of members) {
      const changes: Change[] = [
        ...roles.flatMap(({ id }) => [{ roleIds: [id] }, { roleIds: [...one.roleIds, id] }]),
        ...(['roles', 'all', 'own', 'organization'] as const).map((dataScope) => ({ dataScope })),
        ...bases.map((id) => ({ dataScope: 'areas' as const, scopeAreaIds: [id] })),
        ...organizations.map((organizationId) => ({ organizationId })),
        { enabledFlag: 0 },
        { enabledFlag: 1 },
      ]
      for (const change of at < mostWriters && may(user, 'edit') ? changes : [])
        await client.send(callOf(user, 'edit'), {
          id: one.id,
          objectVersionNumber: await versionOf('member', one.id),
          realName: one.realName,
          roleIds: one.roleIds,
          ...change,
        })
      const answer = await issue(client, one.id)
      const loginName = one.joinedFlag === 1 ? String(one.loginName) : unique('taken')
      if (
        answer.statusCode === 200 &&
        (await redeem(answer.json<IssuedCode>().code!, one.joinedFlag === 1 ? {} : { loginName }))
          .statusCode === 200
      )
        await signIn(loginName)
    }
    // What was just given counts from the next call on.
    if (at === 0 && !own.includes(attacker, 1)) own.push(attacker)
  }
  const self = await memberOf(attacker, tenant)
  for (const one of (await look()).members)
    if (one.id !== self.id) await attacker.send(callOf(user, 'delete'), { id: one.id })
  return found
}
