import { sql } from 'kysely'
import { row, rows, type Tx } from '#server/db/database.ts'
import { HttpError, unprocessable } from '#server/db/http-error.ts'
import type { OnBehalf } from '#server/http/context.ts'
import { standingNow } from '#server/http/author.ts'
import { requireNarrowerPeople, requireNarrowerRoles } from '#server/db/scope.ts'

/** Who hands out rights, and what they hold themselves. */
interface Giver extends Pick<OnBehalf, 'codes'> {
  actor: Pick<OnBehalf['actor'], 'accountId' | 'impersonator' | 'viewedRole' | 'scope'>
}

/**
 * `roles`: granted, taken away, copied, changed or looked through; `codes`: put into a role;
 * `over`: members whose way in is touched.
 */
interface About {
  roles?: readonly number[]
  codes?: readonly string[]
  over?: readonly number[]
}

/** Whether somebody holds the built-in role, which holds every code of today and tomorrow. */
const isAdministrator = async (tx: Tx, account: number) =>
  (await row(
    tx,
    sql`select 1 from member m join member_role mr on mr.tenant_id = m.tenant_id and mr.member_id = m.id
  join role r on r.tenant_id = mr.tenant_id and r.id = mr.role_id and r.builtin_flag = 1
  where m.account_id = ${account} and m.enabled_flag = 1`,
  )) !== null

/**
 * An operator who acts for somebody looks and helps; what they leave behind is no right, no person
 * and no credential.
 */
export function requireOneself({ actor }: Giver): void {
  if (actor.impersonator) throw new HttpError(403, 'grant.acting')
}
function requireHeld(giver: Giver, codes: readonly string[]): void {
  const missing = codes.filter((code) => !giver.codes.has(code))
  if (missing.length)
    throw new HttpError(403, 'grant.beyond', { extra: { missing: missing.slice(0, 20) } })
}
const isEverything = async (tx: Tx, giver: Giver) =>
  giver.actor.viewedRole === null && isAdministrator(tx, giver.actor.accountId)

/**
 * The one rule for everything that changes what somebody may do: nobody hands out, keeps from
 * others or takes on what they
 * do not hold. Errors: 403 naming the codes that are missing.
 */
export async function requireGrant(tx: Tx, giver: Giver, about: About): Promise<void> {
  requireOneself(giver)
  await requireWithin(tx, giver, about)
}
/**
 * To look as a role is to see what it sees; nothing is left of it, so an operator who acts for
 * somebody may.
 */
export const requireLooking = (tx: Tx, giver: Giver, role: number) =>
  requireWithin(tx, giver, { roles: [role] })

async function requireWithin(tx: Tx, giver: Giver, about: About): Promise<void> {
  // Whoever opens somebody's way in could be them: of nobody who sees more than oneself.
  await requireNarrowerPeople(
    tx,
    giver.actor.scope,
    sql`v.id = any(${[...(about.over ?? [])]}::bigint[])`,
  )
  if (await isEverything(tx, giver)) return
  requireHeld(giver, about.codes ?? [])
  const ofMembers = about.over?.length
    ? await rows<{ roleId: number }>(
        tx,
        sql`select distinct role_id from member_role where member_id = any(${[...about.over]}::bigint[])`,
      )
    : []
  const roles = [...new Set([...(about.roles ?? []), ...ofMembers.map(({ roleId }) => roleId)])]
  if (roles.length === 0) return
  if (
    await row(tx, sql`select 1 from role where builtin_flag = 1 and id = any(${roles}::bigint[])`)
  )
    throw new HttpError(403, 'grant.administrator')
  requireHeld(
    giver,
    (
      await rows<{ code: string }>(
        tx,
        sql`select distinct code from role_permission where role_id = any(${roles}::bigint[]) order by code`,
      )
    ).map(({ code }) => code),
  )
}

/**
 * A role's codes count wherever its holders see: who changes it sees all that they and it see.
 */
export async function requireOverRole(tx: Tx, giver: Giver, role: number): Promise<void> {
  await requireGrant(tx, giver, { roles: [role] })
  await requireNarrowerRoles(tx, giver.actor.scope, [role])
  await requireNarrowerPeople(tx, giver.actor.scope, sql`${role} = any(v.role_ids)`)
}

/** Whether somebody who opened a member's way in could do so at this moment too. */
export async function couldOpen(
  tx: Tx,
  tenant: number,
  issuer: number,
  member: number,
): Promise<boolean> {
  const isThere = await row(
    tx,
    sql`select 1 from member m join account a on a.id = m.account_id and a.enabled_flag = 1
      where m.account_id = ${issuer} and m.enabled_flag = 1`,
  )
  if (!isThere) return false
  const { codes, scope } = await standingNow(tx, tenant, issuer)
  const actor = { accountId: issuer, impersonator: null, viewedRole: null, scope }
  try {
    await requireGrant(tx, { actor, codes }, { over: [member] })
    return true
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
}

/** Roles of a member, as they are; who changes their own is refused, however little it be. */
export async function requireRoles(
  tx: Tx,
  giver: Giver,
  member: { id: number; accountId: number } | null,
  wanted: readonly number[],
): Promise<void> {
  const held = member
    ? (
        await rows<{ roleId: number }>(
          tx,
          sql`select role_id from member_role where member_id = ${member.id}`,
        )
      ).map(({ roleId }) => roleId)
    : []
  const changed = [
    ...wanted.filter((role) => !held.includes(role)),
    ...held.filter((role) => !wanted.includes(role)),
  ]
  if (changed.length === 0) return
  // Giving something up is one's own affair; so is what an administrator, who has everything, puts
  // in its place.
  if (
    member?.accountId === giver.actor.accountId &&
    changed.some((role) => !held.includes(role)) &&
    !(await isEverything(tx, giver))
  )
    throw unprocessable('grant.self')
  await requireGrant(tx, giver, { roles: changed })
  await requireNarrowerRoles(tx, giver.actor.scope, changed)
}

/** Only an administrator closes the door on an administrator. */
export async function requireOverAdministrator(
  tx: Tx,
  giver: Giver,
  account: number,
): Promise<void> {
  requireOneself(giver)
  if ((await isAdministrator(tx, account)) && !(await isEverything(tx, giver)))
    throw new HttpError(403, 'grant.administrator')
}
