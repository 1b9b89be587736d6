import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { codeHours, type IssuedCode } from '#contract/account/invitation.ts'
import { changed, row, rows, type Tx } from '#server/db/database.ts'
import { HttpError, unprocessable } from '#server/db/http-error.ts'
import { hashOf } from '#server/db/token.ts'
import { mayInvite } from '#server/http/sms-limit.ts'
import { couldOpen } from './grant.ts'
import { masked, type SmsSender } from './sms.ts'

/** Letters and digits that nobody confuses; sixteen of them are 79 bits. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 16
const grouped = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-')
/** More than anybody loses in a day, and an end to filling somebody's phone. */
const mostPerDay = 10

/** A person who has been invited and has not joined: nobody can sign in as them. */
interface Invited {
  realName: string
  loginName: string | null
  phone: string | null
}
export async function createInvited(
  tx: Tx,
  { realName, loginName, phone }: Invited,
  tenant: number,
): Promise<number> {
  return (await row<{ id: number }>(
    tx,
    sql`insert into account (real_name, invited_login_name, invited_phone, default_tenant_id)
      values (${realName}, ${loginName}, ${phone}, ${tenant}) returning id`,
  ))!.id
}

/** Codes that are still good are so no more. */
export const voidCodes = (tx: Tx, account: number) =>
  sql`update account_code set expires_at = now() where account_id = ${account} and used_at is null
    and expires_at > now()`.execute(tx)

export interface Issue {
  accountId: number
  tenant: number | null
  issuedBy: number | null
  publicUrl: string
  /** Where messages really go out, and what is written; else the code is shown. */
  sms?: { sender: SmsSender; textOf: (link: string) => string } | null
}
/** A new one-time code for a person, in place of those before. */
export async function issueCode(
  tx: Tx,
  { accountId, tenant, issuedBy, publicUrl, sms = null }: Issue,
): Promise<IssuedCode> {
  const person = (await row<{ phone: string | null; today: number }>(
    tx,
    sql`select coalesce(case when login_name is null then invited_phone end, phone) as phone,
    (select count(*) from account_code c where c.account_id = a.id
    and c.created_at > now() - interval '1 day') as today from account a where id = ${accountId} for update`,
  ))!
  if (person.today >= mostPerDay) throw new HttpError(429, 'invitation.too_many')
  await voidCodes(tx, accountId)
  const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join(
    '',
  )
  const sentTo = sms ? person.phone : null
  if (sentTo && !(await mayInvite(tx, tenant, sentTo)))
    throw new HttpError(429, 'invitation.too_many_sent')
  const made = await row<{ expiresAt: string }>(
    tx,
    sql`insert into account_code (code_hash, account_id, in_tenant, issued_by, sent_to, expires_at)
    values (${hashOf(code)}, ${accountId}, ${tenant}, ${issuedBy}, ${sentTo},
    now() + ${`${codeHours} hours`}::interval) returning expires_at`,
  )
  const link = `${publicUrl}/invite#${grouped(code)}`
  const expiresAt = made!.expiresAt
  if (!sms || !sentTo) {
    const unsent = sms ? ('phone' as const) : ('provider' as const)
    return { code: grouped(code), link, sentTo: null, unsent, expiresAt }
  }
  await sms.sender.send(sentTo, sms.textOf(link)).catch(() => {
    throw new HttpError(503, 'captcha.send.failed')
  })
  return { code: null, link: null, sentTo: masked(sentTo), unsent: null, expiresAt }
}

export interface Redeemable {
  id: number
  accountId: number
  inTenant: number | null
  issuedBy: number | null
  sentTo: string | null
  expiresAt: string
  tenantName: string | null
  realName: string
  loginName: string | null
  invitedLoginName: string | null
  isJoined: boolean
  /** An operator of the platform handed it out, and is one still. */
  isByOperator: boolean
}
/**
 * What a code opens; null for all that are worth nothing: unknown, used, late, of somebody or some
 * tenant that is closed.
 */
export const findCode = (tx: Tx, by: { code: string } | { id: number; phone: string }) =>
  row<Redeemable>(
    tx,
    sql`
  select c.id, c.account_id, c.in_tenant, c.issued_by, c.sent_to, c.expires_at, t.tenant_name,
  a.real_name, a.login_name, a.invited_login_name, a.login_name is not null as is_joined,
  exists (select 1 from account i where i.id = c.issued_by and i.operator_flag = 1
    and i.enabled_flag = 1) as is_by_operator
  from account_code c join account a on a.id = c.account_id and a.enabled_flag = 1 left
  join tenant t on t.id = c.in_tenant
  where c.used_at is null and c.expires_at > now() and (c.in_tenant is null or t.enabled_flag = 1)
    and ${
      'code' in by
        ? sql`c.code_hash = ${hashOf(by.code)}`
        : sql`c.id = ${by.id}
    and a.login_name is null and a.invited_phone = ${by.phone}`
    } for update of c`,
  )
/** Uses a code up. */
export async function spendCode(tx: Tx, id: number): Promise<void> {
  if (
    (await changed(
      tx,
      // By the clock: it may have been made void while this transaction waited for it.
      sql`update account_code set used_at = now() where id = ${id} and used_at is null
        and expires_at > clock_timestamp()`,
    )) === 0
  )
    throw unprocessable('invitation.invalid')
}

/**
 * Whether a person is of one tenant alone and no operator: only then is any administrator above
 * their account.
 */
export async function belongsAlone(tx: Tx, account: number): Promise<boolean> {
  return (
    (await row(
      tx,
      sql`select 1 from account where id = ${account} and operator_flag = 0 and furrow_memberships(id) <= 1`,
    )) !== null
  )
}

/**
 * Whether a tenant's code still stands as it stood when it was handed out: the person is of this
 * tenant alone, and who issued it is there and holds all that they hold, or is an operator who
 * invites. In a transaction of that tenant.
 */
export async function stillStands(
  tx: Tx,
  { accountId, issuedBy, inTenant, isJoined, isByOperator }: Redeemable,
): Promise<boolean> {
  if (inTenant === null) return true
  if (!(await belongsAlone(tx, accountId)) || issuedBy === null) return false
  const member = await row<{ id: number }>(
    tx,
    sql`select id from member where account_id = ${accountId} and enabled_flag = 1`,
  )
  if (!member) return false
  if (isByOperator && !isJoined) return true
  return couldOpen(tx, inTenant, issuedBy, member.id)
}

/**
 * Everything that names an invited person in a tenant names the account they have from now on. In a
 * transaction of that tenant.
 */
export async function standFor(tx: Tx, invited: number, account: number): Promise<void> {
  const columns = await rows<{ tableName: string; columnName: string }>(
    tx,
    sql`select c.conrelid::regclass::text as table_name, f.attname::text as column_name
    from pg_constraint c join pg_attribute f on f.attrelid = c.conrelid and f.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'account'::regclass and exists (select 1
    from pg_attribute t where t.attrelid = c.conrelid and t.attname = 'tenant_id')
    and c.conrelid not in ('session'::regclass, 'known_account'::regclass)`,
  )
  for (const { tableName, columnName } of columns) {
    await sql`update ${sql.table(tableName)} set ${sql.ref(columnName)} = ${account}
      where ${sql.ref(columnName)} = ${invited}`.execute(tx)
  }
  await sql`delete from account where id = ${invited} and login_name is null`.execute(tx)
}
