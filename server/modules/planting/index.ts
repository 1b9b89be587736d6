import { sql } from 'kysely'
import { areaCost, areaCostTotals } from '#contract/planting/area-cost.ts'
import { batch } from '#contract/planting/batch.ts'
import { seed } from '#contract/planting/seed.ts'
import { seenAs } from '#contract/seen.ts'
import { foundRows } from '#server/db/crud.ts'
import { row } from '#server/db/database.ts'
import { crud } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { ServerDomain } from '#server/services/domain.ts'
import type { Services } from '#server/services/services.ts'
import { cropBrief } from './brief.ts'
import { preparedBatch, requireStillFree } from './batch-values.ts'
import { serveFamily } from './family.ts'
import { ownFeeds } from './feeds.ts'
import { serveFacts } from './hand.ts'
import { watchMeters } from './meters.ts'
import { serveMoves } from './moves.ts'
import { serveReading } from './reading.ts'
import { saleBatches } from './sale-batches.ts'
import { keepSales } from './sales.ts'
import { serveIntroduction } from './seed-introduction.ts'
import { watchStages } from './stage-clock.ts'
import { serveStageRules } from './stage-rules.ts'
import { serveTimeline } from './timeline.ts'

const serveAreaCostTotals = (app: Services) =>
  serve(app, areaCostTotals, (query, { read, codes }) =>
    read(
      async (tx) =>
        (await row<{ count: number; amount: number }>(
          tx,
          sql`select count(*)::int as count, coalesce(sum(t.amount), 0)::float8 as amount
            ${foundRows(seenAs(areaCost, codes), query)}`,
        ))!,
    ),
  )

function servePlanting(app: Services): void {
  app.batchFeeds.push(...ownFeeds)
  app.briefs.push(cropBrief)
  app.saleListeners.push(keepSales)
  app.saleBatches = saleBatches
  // Before the batches themselves, whose numbers stand where these have their names.
  serveReading(app)
  serveStageRules(app)
  crud(app, batch, {
    prepare: preparedBatch,
    restored: (id, _content, write, context) => requireStillFree(id, write, context),
  })
  crud(app, areaCost)
  serveAreaCostTotals(app)
  crud(app, seed)
  serveIntroduction(app)
  serveMoves(app)
  serveFacts(app)
  serveFamily(app)
  serveTimeline(app)
}

export const planting: ServerDomain = {
  name: 'planting',
  serve: servePlanting,
  start({ db, http: { log } }) {
    const ends = [
      watchStages(db, (error) => log.error({ err: error }, 'stages could not be reckoned')),
      watchMeters(db, (error) => log.error({ err: error }, 'meters could not be booked')),
    ]
    return async () => void (await Promise.all(ends.map((end) => end())))
  },
}
