import { sql } from 'kysely'
import { activity, activityState } from '#contract/activity/activity.ts'
import type { WaitingItem } from '#contract/home/home-calls.ts'
import { rows, type Sql } from '#server/db/database.ts'
import type { HomeFeed } from '#server/services/home.ts'

/** What somebody has joined, is not signed in to, and begins within a day. */
export const soonFor = (account: number, area: number | null): Sql =>
  sql`from activity a
    join activity_member m on m.tenant_id = a.tenant_id and m.activity_id = a.id
    where m.account_id = ${account} and m.signed_in_at is null
      and a.state = ${activityState.open} and a.ends_at > now()
      and a.starts_at < now() + interval '1 day'
      and (${area}::bigint is null or a.area_id = ${area})`

interface Soon {
  id: number
  name: string
  startsAt: string
  place: string
  count: number
}
/** Where somebody is expected within a day. */
export const activityFeed: HomeFeed = {
  kind: 'activity',
  isFor: (codes) => codes.has(activity.permissions.list),
  load: async (tx, { actor, base, most }) => {
    const soon = await rows<Soon>(
      tx,
      sql`select a.id, a.activity_name as name, a.starts_at,
        coalesce(a.address, (select area_name from area r where r.id = a.area_id), '') as place,
        count(*) over () as count
        ${soonFor(actor.accountId, base ?? null)} order by a.starts_at, a.id limit ${most}`,
    )
    return {
      count: soon[0]?.count ?? 0,
      items: soon.map(({ id, count: _count, ...told }): WaitingItem => ({
        kind: 'activity',
        id,
        at: null,
        urgency: 2,
        activity: told,
      })),
    }
  },
}
