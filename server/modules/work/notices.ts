import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { myTasksScreen } from '#contract/work/task-calls.ts'
import { ownTaskList, task, taskScreen } from '#contract/work/task.ts'
import { rows } from '#server/db/database.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import { listenersOf } from '#server/http/listeners.ts'
import { workText } from '#server/i18n/texts.ts'
import { sendMessages } from '#server/modules/message/engine/send-messages.ts'
import type { TaskRow } from './task-row.ts'

type Message = 'assigned' | 'rejected' | 'cancelled' | 'finished'

/**
 * Tells the people of a task, or whoever made it, of what became of it: those alone who
 * may look it up, and not who does it.
 */
export async function tellOf(
  { tx, announce }: Write,
  { actor, tenant }: Pick<OnBehalf, 'actor' | 'tenant'>,
  about: Pick<TaskRow, 'id' | 'title' | 'areaId' | 'endsOn'>,
  message: Message,
  workers: readonly number[],
  maker: number | null = null,
  reason = '',
): Promise<void> {
  const people = await rows<{ accountId: number; language: Language }>(
    tx,
    sql`select distinct a.id as account_id, a.language from account a
      join member m on m.account_id = a.id and m.enabled_flag = 1
      where a.id <> ${actor.accountId} and a.enabled_flag = 1 and (a.id = ${maker}
        or exists (select 1 from worker w where w.tenant_id = m.tenant_id and w.user_id = m.id
          and w.id = any(${workers}::bigint[])))`,
  )
  const isMakers = message === 'finished'
  const hears = await listenersOf(
    tx,
    tenant,
    people.map(({ accountId }) => accountId),
    isMakers ? task.permissions.list : ownTaskList,
  )
  const told = people.filter(({ accountId }) => hears(accountId, about.areaId))
  if (told.length === 0) return
  const link = isMakers
    ? `${taskScreen.route}?open=show&id=${about.id}`
    : `${myTasksScreen.route}?id=${about.id}`
  const rung = await sendMessages(
    tx,
    'task',
    told.map(({ accountId, language }) => {
      const say = (key: string) =>
        workText(language, `notices.${key}`, {
          title: about.title,
          name: actor.realName,
          day: about.endsOn,
          reason,
        })
      return {
        accountId,
        subject: say(`${message}.subject`),
        lines: [say(`${message}.body`)],
        page: { link, open: say('open') },
        sender: say('sender'),
      }
    }),
  )
  for (const accountId of rung)
    await announce({ resource: 'messages', ids: [], kind: 'created', account: accountId })
}
