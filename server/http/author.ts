import { sql } from 'kysely'
import { row, rows, type Scope, type Tx } from '#server/db/database.ts'
import { devicesIn, scopeOf } from '#server/db/scope.ts'
import { moduleOfCode } from './actor.ts'

/**
 * What somebody may do in a tenant at this moment, for what acts in their name while they are away:
 * rules, actions of alarms,
 * jobs. Nothing for who has left, whose account is closed, or where nobody is named.
 */
export async function codesNow(
  tx: Tx,
  tenant: number,
  account: number | null,
): Promise<ReadonlySet<string>> {
  if (account === null) return new Set()
  const member = await row<{ id: number; subModules: string[]; isBuiltin: boolean }>(
    tx,
    sql`select m.id, t.sub_modules, exists (select 1 from member_role mr
      join role r on r.id = mr.role_id where mr.member_id = m.id and r.enabled_flag = 1
      and r.builtin_flag = 1) as is_builtin
    from member m join account a on a.id = m.account_id and a.enabled_flag = 1
    join tenant t on t.id = ${tenant} and t.enabled_flag = 1 where m.account_id = ${account} and m.enabled_flag = 1`,
  )
  if (!member) return new Set()
  const granted = member.isBuiltin
    ? [...moduleOfCode.keys()]
    : (
        await rows<{ code: string }>(
          tx,
          sql`select distinct p.code from member_role mr join role r on r.id = mr.role_id and r.enabled_flag = 1
    join role_permission p on p.role_id = r.id where mr.member_id = ${member.id}`,
        )
      ).map(({ code }) => code)
  const modules = new Set(member.subModules)
  return new Set(granted.filter((code) => modules.has(moduleOfCode.get(code) ?? '')))
}

/** Which rows they see at this moment. */
export const scopeNow = (tx: Tx, account: number) =>
  scopeOf(
    tx,
    account,
    sql`select r.id from member m join member_role mr on mr.member_id = m.id
      join role r on r.id = mr.role_id and r.enabled_flag = 1 where m.account_id = ${account}`,
    false,
  )
/** What whoever asked for a job may do and see at this moment. */
export async function standingNow(
  tx: Tx,
  tenant: number,
  account: number,
): Promise<{ codes: ReadonlySet<string>; scope: Scope | null }> {
  return { codes: await codesNow(tx, tenant, account), scope: await scopeNow(tx, account) }
}
/** Those of these devices that lie within what they see at this moment. */
export async function devicesNow(
  tx: Tx,
  account: number | null,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  return account === null ? new Set() : devicesIn(tx, await scopeNow(tx, account), ids)
}
/** Whether they see what stands on this base. */
export async function seesAreaNow(tx: Tx, account: number | null, area: number): Promise<boolean> {
  const scope =
    account === null ? { areas: [] as number[], own: false } : await scopeNow(tx, account)
  return scope === null || scope.own || scope.areas.includes(area)
}
