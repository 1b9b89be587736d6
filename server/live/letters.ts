import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
export const html = (text: string) => text.replaceAll(/[&<>"]/g, (one) => escapes[one]!)

/** Sentences, and the way to what they speak of. */
export const letterPage = (lines: readonly string[], link: string, open: string) =>
  `${lines.map((line) => `<p>${html(line)}</p>`).join('')}<p><a href="${html(link)}">${html(open)}</a></p>`

/** What somebody finds under the bell. */
interface Letter {
  accountId: number
  subject: string
  content: string
  sender: string
}
const mostSubject = 200

export const postLetters = (tx: Tx, category: string, letters: readonly Letter[]) =>
  sql`insert into user_message (account_id, notice_category_code, subject, content, published_by_user)
    select g.account_id, ${category}, g.subject, g.content, g.sender
    from unnest(${letters.map(({ accountId }) => accountId)}::bigint[],
      ${letters.map(({ subject }) => subject.slice(0, mostSubject))}::text[],
      ${letters.map(({ content }) => content)}::text[],
      ${letters.map(({ sender }) => sender)}::text[]) as g (account_id, subject, content, sender)`.execute(
    tx,
  )
