import { sql } from 'kysely'
import type { MyDelegation } from '#contract/approval/delegation-calls.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { directoryOf, mayApproveOwn } from './directory.ts'
import type { Person } from './machine.ts'

export type Delegation = Pick<
  NonNullable<MyDelegation['mine']>,
  'toAccountId' | 'beginsOn' | 'endsOn' | 'formCodes'
>
/** Who is asked, and in whose place. */
export interface Asking {
  accountId: number
  name: string
  for: { accountId: number; name: string } | null
}

export const today = sql`(now() at time zone (select time_zone from tenant where id = furrow_tenant()))::date`

/**
 * Puts those who decide for others today in their place, each person once. Somebody is asked
 * themselves where their
 * stand-in has left, is the submitter, or is away too: a question goes on once, not round in
 * circles.
 */
export async function inPlaceOf(
  tx: Tx,
  { formCode, submitterId }: { formCode: string; submitterId: number },
  people: readonly Person[],
): Promise<Asking[]> {
  const away = await rows<{ accountId: number; toAccountId: number }>(
    tx,
    sql`select account_id, to_account_id from approval_delegation
    where account_id = any(${people.map(({ accountId }) => accountId)}::bigint[])
    and ${today} between begins_on and ends_on and (form_codes = '{}' or ${formCode} = any(form_codes))`,
  )
  const asked = people.map(({ accountId, name }): Asking => ({ accountId, name, for: null }))
  if (away.length === 0) return asked
  const [{ people: there }, isOwnAllowed] = [await directoryOf(tx), await mayApproveOwn(tx)]
  const isAway = new Set(
    (
      await rows<{ accountId: number }>(
        tx,
        sql`select account_id from approval_delegation where ${today} between begins_on and ends_on
          and (form_codes = '{}' or ${formCode} = any(form_codes))`,
      )
    ).map(({ accountId }) => accountId),
  )
  const placed = asked.map((one) => {
    const to = away.find(({ accountId }) => accountId === one.accountId)?.toAccountId
    const person = there.find(({ accountId }) => accountId === to)
    const isFit =
      person && !isAway.has(person.accountId) && (isOwnAllowed || person.accountId !== submitterId)
    return isFit
      ? {
          accountId: person.accountId,
          name: person.name,
          for: { accountId: one.accountId, name: one.name },
        }
      : one
  })
  // Who is asked for themselves is not asked again for somebody else.
  const own = new Set(placed.filter((one) => one.for === null).map(({ accountId }) => accountId))
  const seen = new Set<number>()
  return placed.filter(
    (one) =>
      (one.for === null || !own.has(one.accountId)) &&
      !seen.has(one.accountId) &&
      seen.add(one.accountId),
  )
}

/** Who decides for somebody, and for whom they decide. */
export async function delegationsAbout(tx: Tx, accountId: number): Promise<MyDelegation> {
  const mine = await row<NonNullable<MyDelegation['mine']>>(
    tx,
    sql`select d.to_account_id, d.begins_on, d.ends_on, d.form_codes, coalesce(m.real_name,
      a.real_name) as to_name, coalesce(m.enabled_flag = 1
      and a.enabled_flag = 1, false) as is_there, ${today} between d.begins_on and d.ends_on as is_active
    from approval_delegation d join account a on a.id = d.to_account_id left
    join member_view m on m.account_id = d.to_account_id where d.account_id = ${accountId} and d.ends_on >= ${today}`,
  )
  const forMe = await rows<MyDelegation['forMe'][number]>(
    tx,
    sql`select m.real_name as name, d.begins_on, d.ends_on, ${today} between d.begins_on and d.ends_on as is_active
    from approval_delegation d join member_view m on m.account_id = d.account_id
    where d.to_account_id = ${accountId} and d.ends_on >= ${today} order by d.begins_on, m.real_name`,
  )
  return { mine: mine ?? null, forMe }
}
