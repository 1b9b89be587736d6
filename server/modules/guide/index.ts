import { guideState } from '#contract/guide/guide-calls.ts'
import { serve } from '#server/http/serve.ts'
import type { ServerDomain } from '#server/services/domain.ts'
import type { Services } from '#server/services/services.ts'
import { stepsOf } from './engine/steps.ts'
import { serveStarter } from './starter.ts'

function serveGuide(app: Services): void {
  serve(app, guideState, (_input, { read, codes }) => read((tx) => stepsOf(tx, codes)))
  serveStarter(app)
}

export const guide: ServerDomain = { name: 'guide', serve: serveGuide }
