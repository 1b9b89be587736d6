import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { announce } from '#server/live/events.ts'
import { loopMinutes, loopRuns } from './preconditions.ts'
import { html } from '#server/live/letters.ts'

/** The texts of a notice, in a language. */
export type SayPaused = (
  language: Language,
  key: string,
  params?: Record<string, string | number>,
) => string

/** Pauses the rules that go in circles by now, and tells whoever wrote them. */
export async function tellPaused(tx: Tx, tenant: number, say: SayPaused): Promise<void> {
  const paused = await rows<{ id: number; name: string; people: number[] }>(
    tx,
    sql`update control_rule r set state = 'paused',
      object_version_number = object_version_number + 1, last_update_date = now()
    where r.state = 'active' and exists (select 1 from control_run u where u.rule_id = r.id
    and u.reason = 'loop' and u.began_at > r.last_update_date)
    returning r.id, r.name, array_remove(array[r.created_by, r.last_updated_by], null) as people`,
  )
  for (const { id, name, people } of paused) {
    await announce(tx, { tenant, resource: 'controlRule', ids: [id], kind: 'updated' })
    for (const { accountId, language } of await rows<{ accountId: number; language: Language }>(
      tx,
      sql`select a.id as account_id, a.language from account a where a.id = any(${people}::bigint[])`,
    )) {
      const body = say(language, 'controlNotice.body', { count: loopRuns, minutes: loopMinutes })
      await sql`insert into user_message (account_id, subject, content, published_by_user)
        values (${accountId}, ${say(language, 'controlNotice.subject', { name })},
        ${`<p>${html(body)}</p><p><a href="/web/equipment/intelligentControl/index">${html(say(language, 'controlNotice.open'))}</a></p>`}, ${say(language, 'controlNotice.sender')})`.execute(
        tx,
      )
      await announce(tx, {
        tenant,
        resource: 'messages',
        ids: [],
        kind: 'created',
        account: accountId,
      })
    }
  }
}
