import { sql } from 'kysely'
import { batchTimeline } from '#contract/planting/batch-calls.ts'
import { row } from '#server/db/database.ts'
import { notFound } from '#server/db/http-error.ts'
import { serve } from '#server/http/serve.ts'
import type { BatchSpan } from '#server/services/batch.ts'
import type { Services } from '#server/services/services.ts'

const pageSize = 30
/** So many more are asked for, that whatever happened at the very same moment stays on one page. */
const spare = 170

export function serveTimeline(app: Services): void {
  serve(app, batchTimeline, ({ id, kind, before }, { read, codes }) =>
    read(async (tx) => {
      const batch = await row<BatchSpan>(
        tx,
        sql`select id, area_id, land_ids, planted_on as from, finished_on as to from batch
          where id = ${id}`,
      )
      if (!batch) throw notFound()
      const feeds = app.batchFeeds.filter(({ isFor }) => isFor?.(codes) ?? true)
      const isAlone = kind !== undefined
      const asker = { batch, codes, most: pageSize + spare, before, isAlone }
      const found = []
      for (const feed of feeds)
        if (!kind || feed.kind === kind) found.push(...(await feed.load(tx, asker)))
      const events = found.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
      const last = events[pageSize - 1]
      const told = last ? events.filter(({ at }) => Date.parse(at) >= Date.parse(last.at)) : events
      return {
        kinds: [...new Set(feeds.map((one) => one.kind))],
        events: told,
        next: told.length < events.length ? last!.at : null,
      }
    }),
  )
}
