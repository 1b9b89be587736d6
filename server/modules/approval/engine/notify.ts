import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { approvalsScreen, type TaskType } from '#contract/approval/task-calls.ts'
import { rows, type Tx } from '#server/db/database.ts'
import type { Write } from '#server/http/context.ts'
import { approvalText } from '#server/i18n/texts.ts'
import { letterPage, postLetters } from '#server/live/letters.ts'
import type { Case } from './store.ts'

export type Message =
  | 'asked'
  | 'urged'
  | 'overdue'
  | 'transferred'
  | 'approved'
  | 'rejected'
  | 'returned'
  | 'copied'

/**
 * Puts a message about a case under the bell of these people, each in their language, with the way
 * to it.
 */
export async function notify(
  tx: Tx,
  accountIds: readonly number[],
  message: Message,
  about: Pick<Case, 'id' | 'formCode' | 'title' | 'submitName'>,
  tab: TaskType,
  comment?: string | null,
): Promise<void> {
  if (accountIds.length === 0) return
  const readers = await rows<{ id: number; language: Language }>(
    tx,
    sql`select id, language from account where id = any(${[...new Set(accountIds)]}::bigint[])`,
  )
  const texts = readers.map(({ id, language }) => {
    const params = {
      form: approvalText(language, `forms.${about.formCode}`),
      title: about.title,
      name: about.submitName,
    }
    const lines = [
      approvalText(language, `notices.${message}.body`, params),
      ...(comment ? [approvalText(language, 'notices.comment', { comment })] : []),
    ]
    return {
      accountId: id,
      subject: approvalText(language, `notices.${message}.subject`, params),
      content: page(lines, `${approvalsScreen.route}?tab=${tab}&id=${about.id}`, language),
      sender: approvalText(language, 'notices.sender'),
    }
  })
  await postLetters(tx, 'APPROVE', texts)
}
const page = (lines: readonly string[], link: string, language: Language) =>
  letterPage(lines, link, approvalText(language, 'notices.open'))

/** Tells somebody for whom they decide, and when. */
export async function notifyDelegate(
  tx: Tx,
  accountId: number,
  about: { name: string; from: string; to: string },
): Promise<void> {
  const reader = (
    await rows<{ language: Language }>(
      tx,
      sql`select language from account where id = ${accountId}`,
    )
  )[0]
  if (!reader) return
  const text = (key: string) => approvalText(reader.language, `notices.delegated.${key}`, about)
  await postLetters(tx, 'APPROVE', [
    {
      accountId,
      subject: text('subject'),
      content: page([text('body')], approvalsScreen.route, reader.language),
      sender: approvalText(reader.language, 'notices.sender'),
    },
  ])
}

/** What asked somebody who has nothing left to answer in a case needs no reading any more. */
const readAnswered = (tx: Tx, caseId: number) =>
  sql`update user_message m set read_flag = 1 where m.notice_category_code = 'APPROVE' and m.read_flag = 0
    and m.account_id in (select account_id from approval_task where case_id = ${caseId})
    and position(${`${approvalsScreen.route}?tab=approval&amp;id=${caseId}"`} in m.content) > 0
    and not exists (select 1 from approval_task t where t.case_id = ${caseId}
      and t.account_id = m.account_id and t.state in (0, 1))`.execute(tx)

/** Has the open pages and bells of everybody whom a case concerns look again. */
export async function publishChange(
  { tx, announce }: Write,
  caseId: number,
  kind: 'created' | 'updated' = 'updated',
): Promise<void> {
  await readAnswered(tx, caseId)
  const people = await rows<{ accountId: number }>(
    tx,
    sql`select submitter_id as account_id from approval_case where id = ${caseId} union
      select account_id from approval_task where case_id = ${caseId} union select account_id
      from approval_copy where case_id = ${caseId}`,
  )
  for (const { accountId } of people) {
    await announce({ resource: 'approval', ids: [caseId], kind, account: accountId })
    await announce({ resource: 'messages', ids: [], kind: 'created', account: accountId })
  }
}
