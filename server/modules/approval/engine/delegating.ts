import { sql } from 'kysely'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, HttpError } from '#server/db/http-error.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import { today, type Delegation } from './delegation.ts'
import { directoryOf } from './directory.ts'
import { transfer } from './moves.ts'
import { notifyDelegate } from './notify.ts'

const delegationOf = (tx: Tx, accountId: number) =>
  row<Delegation>(
    tx,
    sql`select to_account_id, begins_on, ends_on, form_codes from approval_delegation where account_id = ${accountId}`,
  )

/**
 * Sets who decides for the actor; `takesOpen` hands on what waits for them now. Answers how much
 * that was. Errors: 422 at the field.
 */
export async function delegate(
  write: Write,
  context: OnBehalf,
  given: Delegation,
  takesOpen: boolean,
): Promise<number> {
  const { tx, audit } = write
  const { actor } = context
  const { people } = await directoryOf(tx)
  const to = people.find(({ accountId }) => accountId === given.toAccountId)
  if (!to) throw invalidFields({ toAccountId: { code: 'field.missing_reference' } })
  if (to.accountId === actor.accountId)
    throw invalidFields({ toAccountId: { code: 'approval.toOneself' } })
  if (given.endsOn < given.beginsOn) throw invalidFields({ endsOn: { code: 'report.span' } })
  const day = (await row<{ today: string }>(tx, sql`select ${today} as today`))!.today
  if (given.endsOn < day) throw invalidFields({ endsOn: { code: 'approval.past' } })
  const before = await delegationOf(tx, actor.accountId)
  await sql`insert into approval_delegation (account_id, to_account_id, begins_on, ends_on,
    form_codes) values (${actor.accountId}, ${to.accountId}, ${given.beginsOn}, ${given.endsOn},
    ${[...new Set(given.formCodes)]}::text[])
    on conflict (tenant_id, account_id) do update set to_account_id = excluded.to_account_id,
    begins_on = excluded.begins_on, ends_on = excluded.ends_on, form_codes = excluded.form_codes,
    last_update_date = now()`.execute(tx)
  await audit({
    entity: 'approvalDelegation',
    recordId: actor.accountId,
    title: to.name,
    action: before ? 'edit' : 'create',
    before: before && { ...before },
    after: { ...given, toAccountIdName: to.name },
  })
  await notifyDelegate(tx, to.accountId, {
    name: actor.realName,
    from: given.beginsOn,
    to: given.endsOn,
  })
  await write.announce({ resource: 'messages', ids: [], kind: 'created', account: to.accountId })
  const open =
    takesOpen && given.beginsOn <= day
      ? await rows<{ id: number; caseId: number }>(
          tx,
          sql`select t.id, t.case_id from approval_task t
            join approval_case c on c.tenant_id = t.tenant_id and c.id = t.case_id
    where t.account_id = ${actor.accountId} and t.state = 1 and (${given.formCodes.length === 0}
    or c.form_code = any(${given.formCodes}::text[])) order by t.case_id, t.id limit 500`,
        )
      : []
  let moved = 0
  for (const { id } of open) {
    // Their own document, or one on which they are asked already, stays where it is.
    moved += await transfer(write, context, id, to.accountId, null).then(
      () => 1,
      (error: unknown) => {
        if (error instanceof HttpError) return 0
        throw error
      },
    )
  }
  return moved
}

export async function endDelegation(write: Write, { actor }: OnBehalf): Promise<boolean> {
  const before = await delegationOf(write.tx, actor.accountId)
  if (!before) return false
  await sql`delete from approval_delegation where account_id = ${actor.accountId}`.execute(write.tx)
  await write.audit({
    entity: 'approvalDelegation',
    recordId: actor.accountId,
    title: '',
    action: 'delete',
    before: { ...before },
    after: null,
  })
  return true
}
