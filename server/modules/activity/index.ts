import { sql } from 'kysely'
import { activity } from '#contract/activity/activity.ts'
import { invalidFields } from '#server/db/http-error.ts'
import { crud } from '#server/http/crud.ts'
import type { ServerDomain } from '#server/services/domain.ts'
import { activityFeed, soonFor } from './home.ts'
import { serveMembers } from './members.ts'
import { serveMoves } from './moves.ts'

/** What people come together for: published, joined, signed in to on the spot. */
export const activities: ServerDomain = {
  name: 'activity',
  serve(app) {
    app.homeFeeds.push(activityFeed)
    app.waiting.set(
      'activity',
      ({ actor }, areaId) =>
        sql`select count(*) as count, 0 as urgent ${soonFor(actor.accountId, areaId)}`,
    )
    crud(app, activity, {
      prepare: async (values, before) => {
        const [starts, ends] = [
          values.startsAt ?? before?.startsAt,
          values.endsAt ?? before?.endsAt,
        ]
        if (Date.parse(String(ends)) <= Date.parse(String(starts)))
          throw invalidFields({ endsAt: { code: 'activity.ends_first' } })
        if (typeof values.capacity === 'number' && values.capacity < Number(before?.joined ?? 0))
          throw invalidFields({
            capacity: { code: 'activity.too_few', params: { joined: Number(before!.joined) } },
          })
        return values
      },
    })
    serveMoves(app)
    serveMembers(app)
  },
}
