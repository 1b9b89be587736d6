import { sql } from 'kysely'
import type { Tokens } from '#contract/account/sign-in.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { standing } from '#server/http/actor.ts'
import { hashOf, newToken } from '#server/db/token.ts'
import { HttpError } from '#server/db/http-error.ts'
import { fingerprintOf } from './device.ts'

/**
 * Access 15 minutes; refresh 14 days, rotating, for 30 days in all; acting for somebody else 30
 * minutes in all.
 */
const accessSeconds = 15 * 60
const refreshDays = 14
/** However often it is renewed: then one signs in again. */
const longestDays = 30
const impersonationMinutes = 30
/** Two tabs, or an answer lost on the way, may send one refresh token twice within this time. */
const graceSeconds = 20

interface Opening {
  accountId: number
  tenantId: number | null
  device: string
  address: string
  impersonatorId?: number | null
  reason?: string
  /** Looks as this role, changes nothing. */
  viewRoleId?: number
}
const answer = (access: string, refresh: string): Tokens => ({
  access_token: access,
  refresh_token: refresh,
  token_type: 'bearer',
  expires_in: accessSeconds,
  scope: 'default',
})

/** A new session. Several per account may stand side by side. */
export async function openSession(tx: Tx, o: Opening): Promise<Tokens> {
  const access = newToken()
  const refresh = newToken()
  const life =
    o.impersonatorId || o.viewRoleId ? `${impersonationMinutes} minutes` : `${refreshDays} days`
  await sql`insert into session (account_id, tenant_id, access_hash, access_expires_at,
    refresh_hash, refresh_expires_at, device,
    fingerprint, address, impersonator_id, impersonation_reason, view_role_id)
    values (${o.accountId}, ${o.tenantId}, ${hashOf(access)},
    now() + ${`${accessSeconds} seconds`}::interval, ${hashOf(refresh)}, now() + ${life}::interval,
      ${o.device.slice(0, 200)}, ${fingerprintOf(o.device)}, ${o.address}, ${o.impersonatorId ?? null}, ${o.reason ?? null},
        ${o.viewRoleId ?? null})`.execute(tx)
  return answer(access, refresh)
}

interface Renewable {
  id: number
  isLimited: boolean
  isUsed: boolean
  isRecent: boolean
}
/**
 * Changes a refresh token for new tokens. The old one dies; if it turns up again later it was copied,
 * and the whole session ends. Answers null when the token is worth nothing.
 */
export async function renewSession(tx: Tx, refreshToken: string): Promise<Tokens | null> {
  const old = hashOf(refreshToken)
  const session = await row<Renewable>(
    tx,
    sql`
    select s.id, coalesce(s.impersonator_id, s.view_role_id) is not null as is_limited,
    u.refresh_hash is not null as is_used,
    coalesce(u.used_at > now() - ${`${graceSeconds} seconds`}::interval, true) as is_recent
    from session s left join session_refresh_used u on u.refresh_hash = ${old} and u.session_id = s.id
      join account a on a.id = s.account_id and a.enabled_flag = 1
    where (s.refresh_hash = ${old} or u.refresh_hash is not null) and ${standing}
      for update of s`,
  )
  if (!session) return null
  if (session.isUsed && !session.isRecent) {
    await endSession(tx, session.id)
    return null
  }
  const access = newToken()
  const refresh = newToken()
  await sql`insert into session_refresh_used (refresh_hash, session_id) select refresh_hash, id
    from session where id = ${session.id} on conflict do nothing`.execute(tx)
  await sql`update session set access_hash = ${hashOf(access)},
    access_expires_at = least(now() + ${`${accessSeconds} seconds`}::interval,
    created_at + ${`${longestDays} days`}::interval, ${session.isLimited ? sql`refresh_expires_at` : sql`null`}),
    refresh_hash = ${hashOf(refresh)},
    refresh_expires_at = ${session.isLimited ? sql`refresh_expires_at` : sql`least(now() + ${`${refreshDays} days`}::interval, created_at + ${`${longestDays} days`}::interval)`},
    last_used_at = now() where id = ${session.id}`.execute(tx)
  return answer(access, refresh)
}

/**
 * New tokens for the same session in another tenant; the old access token dies with it
 * (docs/specification.md 2.7).
 */
export async function moveSession(tx: Tx, sessionId: number, tenantId: number): Promise<Tokens> {
  const access = newToken()
  const refresh = newToken()
  await sql`insert into session_refresh_used (refresh_hash, session_id) select refresh_hash, id
    from session where id = ${sessionId} on conflict do nothing`.execute(tx)
  const done = await row(
    tx,
    sql`update session set tenant_id = ${tenantId}, access_hash = ${hashOf(access)},
      access_expires_at = least(now() + ${`${accessSeconds} seconds`}::interval, refresh_expires_at),
    refresh_hash = ${hashOf(refresh)} where id = ${sessionId} and ended_at is null returning id`,
  )
  if (!done) throw new HttpError(401, 'error.permission.accessTokenExpired')
  return answer(access, refresh)
}

async function tellEnded(
  tx: Tx,
  ended: { tenantId: number | null; accountId: number; id: number }[],
): Promise<number> {
  for (const { tenantId, accountId, id } of ended) {
    if (tenantId)
      await sql`select pg_notify('furrow_live',
        ${JSON.stringify({ tenant: tenantId, account: accountId, resource: 'session', ids: [id], kind: 'deleted' })})`.execute(
        tx,
      )
  }
  return ended.length
}
type Ended = { tenantId: number | null; accountId: number; id: number }
export const endSession = async (tx: Tx, id: number) =>
  tellEnded(
    tx,
    await rows<Ended>(
      tx,
      sql`update session set ended_at = now() where id = ${id} and ended_at is null
        returning tenant_id, account_id, id`,
    ),
  )
/** Ends every session of an account but one; answers how many. */
export const endSessionsOf = async (tx: Tx, account: number, but: number | null = null) =>
  tellEnded(
    tx,
    await rows<Ended>(
      tx,
      sql`update session set ended_at = now() where account_id = ${account} and ended_at is null
        and id is distinct from ${but}::bigint
    returning tenant_id, account_id, id`,
    ),
  )
/**
 * Those of an account in one tenant: its administrators may end no others. An operator’s began on
 * the platform and goes back there.
 */
export async function endSessionsIn(tx: Tx, account: number, tenant: number): Promise<number> {
  const own = sql`account_id = ${account} and tenant_id = ${tenant} and ended_at is null`
  const sentBack = await rows<Ended>(
    tx,
    sql`update session set tenant_id = null where ${own} and impersonator_id is null
      and view_role_id is null and exists (select 1 from account a where a.id = ${account}
      and a.operator_flag = 1) returning ${tenant}::bigint as tenant_id, account_id, id`,
  )
  const ended = await rows<Ended>(
    tx,
    sql`update session set ended_at = now() where ${own} returning tenant_id, account_id, id`,
  )
  return tellEnded(tx, [...sentBack, ...ended])
}

/**
 * The tenant to start in: the default if it still holds, else the first. Operators start in none,
 * members of some or not.
 */
export async function startingTenant(tx: Tx, account: number): Promise<number | null> {
  const found = await row<{ tenantId: number }>(
    tx,
    sql`select t.tenant_id from account a cross join furrow_tenants_of(a.id) t
    where a.id = ${account} and a.operator_flag = 0
    order by t.tenant_id = a.default_tenant_id desc nulls last, t.tenant_id limit 1`,
  )
  return found?.tenantId ?? null
}
