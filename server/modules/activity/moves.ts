import { sql } from 'kysely'
import { activity, activityScreen, activityState } from '#contract/activity/activity.ts'
import { activityMoves } from '#contract/activity/activity-calls.ts'
import type { Language } from '#contract/account/self.ts'
import { lockRow, showRow, type Row } from '#server/db/crud.ts'
import { rows, type Sql } from '#server/db/database.ts'
import type { SignedIn, Write } from '#server/http/context.ts'
import { demand, stale } from '#server/http/crud.ts'
import { listenersOf } from '#server/http/listeners.ts'
import { serve } from '#server/http/serve.ts'
import { activityText } from '#server/i18n/texts.ts'
import { letterPage, postLetters } from '#server/live/letters.ts'
import type { Services } from '#server/services/services.ts'

async function move(
  context: SignedIn,
  action: 'publish' | 'cancel',
  { id, objectVersionNumber }: { id: number; objectVersionNumber?: number | undefined },
  change: Sql,
  then?: (write: Write, after: Row) => Promise<void>,
) {
  return context.write(async (write) => {
    const { tx } = write
    await lockRow(tx, activity, id)
    const before = await demand(tx, activity, id, action)
    if (objectVersionNumber !== undefined && before.objectVersionNumber !== objectVersionNumber)
      throw await stale(tx, activity, id)
    await sql`update activity set ${change}, object_version_number = object_version_number + 1,
      last_update_date = now(), last_updated_by = ${context.actor.accountId} where id = ${id}`.execute(
      tx,
    )
    const after = (await showRow(tx, activity, id))!
    const title = String(after.activityName)
    await write.audit({ entity: activity.name, recordId: id, title, action, before, after })
    await write.announce({ resource: activity.name, ids: [id], kind: 'updated' })
    await then?.(write, after)
    return after
  })
}

/** Tells who had joined that it does not take place. */
async function tellCancelled({ tx, announce }: Write, after: Row, { actor, tenant }: SignedIn) {
  const people = await rows<{ accountId: number; language: Language }>(
    tx,
    sql`select a.id as account_id, a.language from activity_member m join account a on a.id = m.account_id
      where m.activity_id = ${after.id} and a.id <> ${actor.accountId} and a.enabled_flag = 1`,
  )
  const hears = await listenersOf(
    tx,
    tenant,
    people.map(({ accountId }) => accountId),
    activity.permissions.list,
  )
  const told = people.filter(({ accountId }) => hears(accountId, Number(after.areaId)))
  if (told.length === 0) return
  await postLetters(
    tx,
    'NOTIFY',
    told.map(({ accountId, language }) => {
      const say = (key: string) =>
        activityText(language, `activity.notices.${key}`, {
          title: String(after.activityName),
          name: actor.realName,
          reason: String(after.cancelReason),
        })
      return {
        accountId,
        subject: say('subject'),
        content: letterPage(
          [say('body')],
          `${activityScreen.route}?open=show&id=${after.id}`,
          say('open'),
        ),
        sender: say('sender'),
      }
    }),
  )
  for (const { accountId } of told)
    await announce({ resource: 'messages', ids: [], kind: 'created', account: accountId })
}

export function serveMoves(app: Services): void {
  serve(app, activityMoves.publish, (input, context) =>
    move(context, 'publish', input, sql`state = ${activityState.open}`),
  )
  serve(app, activityMoves.cancel, (input, context) =>
    move(
      context,
      'cancel',
      input,
      sql`state = ${activityState.cancelled}, cancel_reason = ${input.cancelReason}`,
      (write, after) => tellCancelled(write, after, context),
    ),
  )
}
