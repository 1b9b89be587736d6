import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { approvalsScreen, type TaskType } from '#contract/approval/task-calls.ts'
import { rows, type Tx } from '#server/db/database.ts'
import type { Write } from '#server/http/context.ts'
import { approvalText } from '#server/i18n/texts.ts'
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
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const html = (text: string) => text.replaceAll(/[&<>"]/g, (one) => escapes[one]!)

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
      id,
      subject: approvalText(language, `notices.${message}.subject`, params),
      content: page(lines, `${approvalsScreen.route}?tab=${tab}&id=${about.id}`, language),
      sender: approvalText(language, 'notices.sender'),
    }
  })
  await post(tx, texts)
}
const page = (lines: readonly string[], link: string, language: Language) =>
  `${lines.map((line) => `<p>${html(line)}</p>`).join('')}<p><a href="${html(link)}">${html(approvalText(language, 'notices.open'))}</a></p>`
const post = (
  tx: Tx,
  letters: readonly { id: number; subject: string; content: string; sender: string }[],
) =>
  sql`insert into user_message (account_id, notice_category_code, subject, content,
    published_by_user) select g.account_id, 'APPROVE', g.subject, g.content, g.sender
    from unnest(${letters.map(({ id }) => id)}::bigint[],
    ${letters.map(({ subject }) => subject.slice(0, 200))}::text[],
      ${letters.map(({ content }) => content)}::text[],
      ${letters.map(({ sender }) => sender)}::text[]) as g (account_id, subject, content, sender)`.execute(
    tx,
  )

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
  await post(tx, [
    {
      id: accountId,
      subject: text('subject'),
      content: page([text('body')], approvalsScreen.route, reader.language),
      sender: approvalText(reader.language, 'notices.sender'),
    },
  ])
}

/** Has the open pages and bells of everybody whom a case concerns look again. */
export async function publishChange(
  { tx, announce }: Write,
  caseId: number,
  kind: 'created' | 'updated' = 'updated',
): Promise<void> {
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
