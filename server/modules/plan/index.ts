import { sql } from 'kysely'
import { plan as plans, planStates } from '#contract/plan/plan.ts'
import { heirsOf } from '#server/services/batch-heirs.ts'
import type { ServerDomain } from '#server/services/domain.ts'
import { serveChart } from './chart.ts'
import { planFeed } from './home.ts'
import { serveItems } from './items.ts'
import { serveMoving } from './move.ts'
import { serveNeeds } from './needs.ts'
import { watchLate } from './notices.ts'
import { plansOfBatches } from './of-batches.ts'
import { servePackages } from './packages.ts'
import { servePlans } from './plans.ts'
import { serveRelease } from './release.ts'
import { countPlans } from './waiting.ts'

/** What is to be done for a batch and when; what is given to people becomes a task. */
export const plan: ServerDomain = {
  name: 'plan',
  serve(app) {
    countPlans(app)
    app.homeFeeds.push(planFeed)
    app.batchPlans = plansOfBatches
    app.batchHeirs.push(
      heirsOf(plans, {
        isOpen: sql`t.state <> ${planStates.closed}`,
        also: (id, to) => sql`update plan_item set batch_id = ${to} where plan_id = ${id}`,
      }),
    )
    servePackages(app)
    servePlans(app)
    serveItems(app)
    serveChart(app)
    serveMoving(app)
    serveRelease(app)
    serveNeeds(app)
  },
  start: ({ db, http: { log } }) =>
    watchLate(db, (error) => log.error({ err: error }, 'nobody could be told of late plans')),
}
