import { sql } from 'kysely'
import { row, rows, type Tx } from '#server/db/database.ts'
import type { Directory, Organization, Person, Submitter } from './machine.ts'

/** Everybody who can be asked today, and who leads what. */
export async function directoryOf(tx: Tx): Promise<Directory> {
  const people = await rows<Person>(
    tx,
    sql`select m.id as user_id, m.account_id, m.real_name as name, m.organization_id, m.role_ids,
      exists (select 1 from role r where r.id = any(m.role_ids) and r.builtin_flag = 1
      and r.enabled_flag = 1) as is_admin
    from member_view m join account a on a.id = m.account_id where m.enabled_flag = 1
    and a.enabled_flag = 1 order by m.id`,
  )
  const organizations = await rows<Organization>(
    tx,
    sql`select id, parent_id, leader_id from organization where enabled_flag = 1`,
  )
  return { people, organizations }
}

/** Whether people may decide on their own documents here. */
export const mayApproveOwn = async (tx: Tx) =>
  (await row<{ flag: number }>(tx, sql`select own_approval_flag as flag from approval_option`))
    ?.flag === 1

export const submitterOf = async (
  tx: Tx,
  { submitterId, approverIds }: { submitterId: number; approverIds: readonly number[] },
): Promise<Submitter> => ({
  accountId: submitterId,
  mayApproveOwn: await mayApproveOwn(tx),
  chosen: approverIds,
})
