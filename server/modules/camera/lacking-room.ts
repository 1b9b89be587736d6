import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { camera, cameraManagerScreen } from '#contract/camera/camera.ts'
import { rows, type Database, type Tx } from '#server/db/database.ts'
import { listenersOf } from '#server/http/listeners.ts'
import { cameraText } from '#server/i18n/texts.ts'
import { announce, type Addressed } from '#server/live/events.ts'
import { letterPage, postLetters } from '#server/live/letters.ts'
import type { Segment } from './engine/segments.ts'

const mostNames = 10
interface Lacking {
  name: string
  areaId: number | null
}

/** Notes it at the cameras. Answers those of which nobody has been told within a day. */
const noted = (tx: Tx, cameras: readonly number[]) =>
  rows<Lacking>(
    tx,
    sql`with before as (select id, room_lacked_at from camera where id = any(${cameras}::bigint[]) for update)
      update camera c set room_lacked_at = now() from before b where c.id = b.id
      returning c.name, c.area_id, coalesce(b.room_lacked_at < now() - interval '1 day', true) as is_news`,
  ).then((all) => (all as (Lacking & { isNews: boolean })[]).filter(({ isNews }) => isNews))

/** Tells, of those cameras that they see, whoever may say how long each keeps its recordings. */
async function tell(tx: Tx, tenant: number, lacking: readonly Lacking[]): Promise<void> {
  const people = await rows<{ accountId: number; language: Language }>(
    tx,
    sql`select m.account_id, a.language from member m join account a on a.id = m.account_id
      and a.enabled_flag = 1 where m.enabled_flag = 1 order by m.account_id`,
  )
  const accounts = people.map(({ accountId }) => accountId)
  const hears = await listenersOf(tx, tenant, accounts, camera.permissions.edit as string)
  const told = people.flatMap(({ accountId, language }) => {
    const own = lacking.filter(({ areaId }) => hears(accountId, areaId))
    if (own.length === 0) return []
    const names = own.slice(0, mostNames).map(({ name }) => name)
    const say = (key: string) =>
      cameraText(language, `roomNotice.${key}`, { count: own.length, names: names.join(', ') })
    return [
      {
        accountId,
        subject: say('subject'),
        content: letterPage([say('body')], cameraManagerScreen.route, say('open')),
        sender: say('sender'),
      },
    ]
  })
  if (told.length === 0) return
  await postLetters(tx, 'NOTIFY', told)
  for (const { accountId: account } of told)
    await announce(tx, {
      tenant,
      resource: 'messages',
      ids: [],
      kind: 'created',
      account,
    } as Addressed)
}

/** Says of recordings that went before their time that they did; of a camera once a day at most. */
export async function tellOfLackingRoom(db: Database, removed: readonly Segment[]): Promise<void> {
  for (const tenant of new Set(removed.map(({ tenantId }) => tenantId)))
    await db.write(tenant, async (tx) => {
      const own = removed.filter(({ tenantId }) => tenantId === tenant)
      const lacking = await noted(tx, [...new Set(own.map(({ cameraId }) => cameraId))])
      if (lacking.length > 0) await tell(tx, tenant, lacking)
    })
}
