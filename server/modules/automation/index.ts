import type { ServerDomain } from '#server/services/domain.ts'
import { controlRules } from './control-rule.ts'
import { controlRuns } from './control-run.ts'
import { runFeed } from './home.ts'

export const automation: ServerDomain = {
  name: 'automation',
  serve(app) {
    controlRules(app)
    controlRuns(app)
    app.homeFeeds.push(runFeed)
  },
  async start({ automation, ingestQueue }) {
    await automation.start()
    ingestQueue.onStored((tenant, messages) => automation.stored(tenant, messages))
    return () => automation.stop()
  },
}
