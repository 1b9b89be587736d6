import { sql } from 'kysely'
import { modules } from '#contract/screen.ts'
import { screens } from '#contract/domains.ts'
import { shellCodes } from '#contract/shell-codes.ts'
import { row, rows, type Database, type Scope, type Sql, type Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { scopeOf, scopeWithin } from '#server/db/scope.ts'
import { hashOf } from '#server/db/token.ts'
import { land } from '#contract/farm/land.ts'

/** Who is calling, and in which tenant. */
export interface Actor {
  sessionId: number
  accountId: number
  loginName: string
  realName: string
  isOperator: boolean
  /** null: in no tenant. */
  tenantId: number | null
  permissionVersion: number
  subModules: readonly string[]
  impersonator: string | null
  /** The account of the operator behind it. */
  impersonatorId?: number | null
  /** The role that the console is being looked at as. */
  viewedRole: number | null
  /** Their tenant wants a second factor and they have none. */
  lacksFactor?: boolean
  /** Which of the tenant's rows they see; set once their rights are known. */
  scope: Scope | null
}

interface SessionRow {
  id: number
  accountId: number
  tenantId: number | null
  loginName: string
  realName: string
  operatorFlag: number
  tenantOpen: number | null
  permissionVersion: number | null
  subModules: string[] | null
  impersonator: string | null
  impersonatorId: number | null
  viewRoleId: number | null
  stale: boolean
  lacksFactor: boolean
}

/**
 * Of a session `s`: not over, however it is used; whoever acts for somebody is an operator still.
 */
export const standing = sql`s.ended_at is null and s.refresh_expires_at > now()
  and (s.impersonator_id is null or exists (select 1 from account operator
    where operator.id = s.impersonator_id and operator.enabled_flag = 1
    and operator.operator_flag = 1))`
const isOperator = async (db: Database, account: number): Promise<boolean> =>
  (await db.platform((tx) =>
    row(
      tx,
      sql`select 1 from account where id = ${account} and enabled_flag = 1 and operator_flag = 1`,
    ),
  )) !== null

/**
 * The actor of an access token, or null when it is unknown, expired or ended: all three look alike
 * to a caller.
 */
export async function actorOf(db: Database, token: string): Promise<Actor | null> {
  const found = await db.ask<SessionRow>(sql`${prepared}
    select s.id, s.account_id, s.tenant_id, a.login_name, a.real_name, a.operator_flag, t.enabled_flag as tenant_open,
      t.permission_version, t.sub_modules, i.real_name as impersonator, s.impersonator_id,
      s.view_role_id, s.last_used_at < now() - interval '1 minute' as stale,
      t.second_factor_flag = 1 and s.impersonator_id is null and not exists (select 1
      from account_factor f where f.account_id = a.id and f.confirmed_at is not null) as lacks_factor
    from session s join account a on a.id = s.account_id and a.enabled_flag = 1
      left join tenant t on t.id = s.tenant_id left join account i on i.id = s.impersonator_id
    where s.access_hash = ${hashOf(token)} and s.access_expires_at > now() and ${standing}`)
  if (found?.stale)
    await db.platform((tx) =>
      sql`update session set last_used_at = now() where id = ${found.id}`.execute(tx),
    )
  if (!found) return null
  return {
    sessionId: found.id,
    accountId: found.accountId,
    loginName: found.loginName,
    realName: found.realName,
    isOperator:
      found.operatorFlag === 1 && found.impersonator === null && found.viewRoleId === null,
    tenantId: found.tenantOpen === 1 ? found.tenantId : null,
    permissionVersion: found.permissionVersion ?? 0,
    subModules: found.subModules ?? [],
    impersonator: found.impersonator,
    impersonatorId: found.impersonatorId,
    viewedRole: found.viewRoleId,
    lacksFactor: found.lacksFactor === true,
    scope: nothing(found.accountId),
  }
}

/**
 * Somebody who asked for work that is done now, as they stand now; null when they or their tenant
 * may nothing any more, nor whoever acted for them.
 */
export async function actorNow(db: Database, asked: Actor): Promise<Actor | null> {
  const found = await db.platform((tx) =>
    row<
      Pick<Actor, 'loginName' | 'realName' | 'permissionVersion' | 'subModules'> & {
        operatorFlag: number
      }
    >(
      tx,
      sql`
    select a.login_name, a.real_name, a.operator_flag, t.permission_version, t.sub_modules
    from account a join tenant t on t.id = ${asked.tenantId} and t.enabled_flag = 1
    where a.id = ${asked.accountId} and a.enabled_flag = 1 and a.login_name is not null`,
    ),
  )
  if (!found) return null
  if (asked.impersonatorId && !(await isOperator(db, asked.impersonatorId))) return null
  const { operatorFlag, ...now } = found
  return { ...asked, ...now, isOperator: asked.isOperator && operatorFlag === 1 }
}

/** Until rights are known there is nothing to see. */
const nothing = (account: number): Scope => ({ account, areas: [], own: false })

/** Module of every code that a tenant can grant. */
export const moduleOfCode: ReadonlyMap<string, string> = new Map([
  ...Object.values(land.permissions)
    .flat()
    .map((code) => [code, modules.farm] as const),
  ...screens
    .filter((s) => !s.operator)
    .flatMap((s) =>
      [s.permission, ...Object.values(s.buttons).flat()]
        .filter((c) => c !== undefined)
        .map((code) => [code, modules[s.module]] as const),
    ),
  ...Object.values(shellCodes).map((code) => [code, modules.farm] as const),
])

export interface Rights {
  isMember: boolean
  /** Which rows; null: all of the tenant's. */
  scope: Scope | null
  codes: ReadonlySet<string>
}
const none = (account: number): Rights => ({
  isMember: false,
  scope: nothing(account),
  codes: new Set(),
})

interface Power {
  codes: readonly string[]
  scope: Scope | null
}
/** What these roles give to whoever holds them, or looks as one of them. */
async function powerOf(tx: Tx, account: number, roles: Sql, isLooking: boolean): Promise<Power> {
  const everything = await row(
    tx,
    sql`select 1 from role where builtin_flag = 1 and id in (${roles})`,
  )
  const codes = everything
    ? [...moduleOfCode.keys()]
    : (
        await rows<{ code: string }>(
          tx,
          sql`select distinct code from role_permission where role_id in (${roles})`,
        )
      ).map((r) => r.code)
  return { codes, scope: await scopeOf(tx, account, roles, isLooking) }
}
const withinBoth = (one: Power, other: Power): Power => ({
  codes: one.codes.filter((code) => other.codes.includes(code)),
  scope: scopeWithin(one.scope, other.scope),
})

/**
 * What accounts may do, remembered per version of their tenant's rights: whoever changes a role, a
 * membership or a
 * tenant's modules raises the version, so an answer from here is never stale.
 */
export class RightsCache {
  readonly #known = new Map<string, Rights>()
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  async of(
    actor: Pick<
      Actor,
      'tenantId' | 'accountId' | 'permissionVersion' | 'subModules' | 'viewedRole'
    >,
  ): Promise<Rights> {
    if (actor.tenantId === null) return none(actor.accountId)
    const key = `${actor.tenantId}/${actor.accountId}/${actor.viewedRole ?? ''}/${actor.permissionVersion}`
    const known = this.#known.get(key)
    if (known) return known
    const rights = await this.#load(
      actor.tenantId,
      actor.accountId,
      actor.viewedRole,
      new Set(actor.subModules),
    )
    if (this.#known.size > 5000) this.#known.clear()
    this.#known.set(key, rights)
    return rights
  }

  /** What an account sees of a tenant now: for work that it asked for and that is done later. */
  async scopeOf(tenantId: number, accountId: number): Promise<Scope | null> {
    const found = await this.#db.platform((tx) =>
      row<{ permissionVersion: number; subModules: string[] }>(
        tx,
        sql`select permission_version, sub_modules from tenant where id = ${tenantId}`,
      ),
    )
    return found
      ? (await this.of({ ...found, tenantId, accountId, viewedRole: null })).scope
      : nothing(accountId)
  }

  async #load(
    tenant: number,
    account: number,
    viewedRole: number | null,
    subModules: ReadonlySet<string>,
  ): Promise<Rights> {
    return this.#db.read(tenant, async (tx) => {
      const member = await row<{ id: number }>(
        tx,
        sql`select id from member where account_id = ${account} and enabled_flag = 1`,
      )
      if (!member) return none(account)
      const held = sql`select r.id from member_role mr join role r on r.id = mr.role_id
        and r.enabled_flag = 1 where mr.member_id = ${member.id}`
      const own = await powerOf(tx, account, held, false)
      // Who looks as a role sees through it nothing that they may not see themselves.
      const { codes, scope } =
        viewedRole === null
          ? own
          : withinBoth(
              own,
              await powerOf(tx, account, sql`select id from role where id = ${viewedRole}`, true),
            )
      return {
        isMember: true,
        scope,
        codes: new Set(codes.filter((code) => subModules.has(moduleOfCode.get(code) ?? ''))),
      }
    })
  }
}
