import { sql } from 'kysely'
import type { MessageKind } from '#contract/message/ways.ts'
import type { Tx } from '#server/db/database.ts'
import { messageText } from '#server/i18n/texts.ts'
import { letterPage, postLetters } from '#server/live/letters.ts'
import { quietUntil } from './quiet.ts'
import { settingsOf } from './settings.ts'

/** What one person is told, in their language. */
interface Message {
  accountId: number
  subject: string
  lines: readonly string[]
  sender: string
  /** As it stands under the bell; or where it leads, and the words for it. */
  page: string | { link: string; open: string }
}

/**
 * Tells people of something by the ways that each of them chose: under the bell at once, by phone and
 * robot once their quiet hours are over. Answers under whose bell it is.
 */
export async function sendMessages(
  tx: Tx,
  kind: MessageKind,
  messages: readonly Message[],
  at = new Date(),
): Promise<number[]> {
  if (messages.length === 0) return []
  const settings = await settingsOf(
    tx,
    messages.map(({ accountId }) => accountId),
  )
  const rung = messages.filter((one) => settings.get(one.accountId)?.ways[kind].includes('bell'))
  if (rung.length > 0)
    await postLetters(
      tx,
      'NOTIFY',
      rung.map(({ page, lines, ...letter }) => ({
        ...letter,
        content: typeof page === 'string' ? page : letterPage(lines, page.link, page.open),
      })),
    )
  const sendings = messages.flatMap(({ accountId, subject, lines }) => {
    const one = settings.get(accountId)
    if (!one) return []
    const due = (quietUntil(one.quiet, one.zone, at) ?? new Date()).toISOString()
    return one.ways[kind]
      .filter((way) => way !== 'bell')
      .map((way) => ({
        accountId,
        way,
        due,
        // Nothing that a person of the tenant wrote goes to a number, or a task would be a way to
        // send anybody's words and links to a phone.
        subject: way === 'sms' ? messageText(one.language, `ways.sms.${kind}`) : subject,
        body: way === 'sms' ? messageText(one.language, 'ways.sms.look') : lines.join('\n'),
      }))
  })
  if (sendings.length > 0)
    await sql`insert into message_sending (account_id, way, kind, subject, body, due_at)
      select g.account_id, g.way, ${kind}, g.subject, g.body, g.due
      from unnest(${sendings.map(({ accountId }) => accountId)}::bigint[],
        ${sendings.map(({ way }) => way)}::text[],
        ${sendings.map(({ subject }) => subject)}::text[],
        ${sendings.map(({ body }) => body)}::text[],
        ${sendings.map(({ due }) => due)}::timestamptz[]) as g (account_id, way, subject, body, due)`.execute(
      tx,
    )
  return [...new Set(rung.map(({ accountId }) => accountId))]
}
