import type { ServerDomain } from '#server/services/domain.ts'
import { aerators } from './aerator.ts'
import { deviceChannelCalls } from './channel.ts'
import { devices } from './device.ts'
import { deviceFeed } from './home.ts'
import { inverters } from './inverter.ts'
import { serveTypeCounts } from './type-counts.ts'

export const equipment: ServerDomain = {
  name: 'equipment',
  serve(app) {
    devices(app)
    serveTypeCounts(app)
    aerators(app)
    inverters(app)
    deviceChannelCalls(app)
    app.homeFeeds.push(deviceFeed)
  },
}
