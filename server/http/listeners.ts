import { sql } from 'kysely'
import { rows, type Scope, type Tx } from '#server/db/database.ts'
import { moduleOfCode } from './actor.ts'
import { scopeNow } from './author.ts'

/** Those of these people who hold a code at this moment, and whether they see every base. */
export const holdersOf = (tx: Tx, tenant: number, accountIds: readonly number[], code: string) =>
  rows<{ accountId: number; seesAll: boolean }>(
    tx,
    sql`
  select m.account_id, case when m.data_scope = 'roles' then bool_or(r.builtin_flag = 1
  or r.data_scope = 'all') else m.data_scope = 'all' end as sees_all
  from member m join member_role mr on mr.tenant_id = m.tenant_id and mr.member_id = m.id
  join role r on r.tenant_id = mr.tenant_id and r.id = mr.role_id and r.enabled_flag = 1
  where m.account_id = any(${[...new Set(accountIds)]}::bigint[]) and m.enabled_flag = 1
    and exists (select 1 from tenant t where t.id = ${tenant} and ${moduleOfCode.get(code) ?? ''} = any(t.sub_modules))
  group by m.id, m.account_id, m.data_scope having bool_or(r.builtin_flag = 1 or exists (select 1
  from role_permission p where p.tenant_id = r.tenant_id and p.role_id = r.id and p.code = ${code}))`,
  )

/**
 * Whether somebody may be told of what stands on a base, or on none: they hold the code, and see
 * the base.
 */
export type Listening = (accountId: number, areaId: number | null) => boolean
/** Nobody is told of what they could not look up at this moment. */
export async function listenersOf(
  tx: Tx,
  tenant: number,
  accountIds: readonly number[],
  code: string,
): Promise<Listening> {
  const scopes = new Map<number, Scope | null>()
  for (const { accountId, seesAll } of await holdersOf(tx, tenant, accountIds, code))
    scopes.set(accountId, seesAll ? null : await scopeNow(tx, accountId))
  return (accountId, areaId) => {
    const scope = scopes.get(accountId)
    return (
      scope === null ||
      (scope !== undefined && (scope.own || (areaId !== null && scope.areas.includes(areaId))))
    )
  }
}
