import { stopAll, type ServerDomain } from '#server/services/domain.ts'
import { concentrators } from './concentrator.ts'
import { watchCards } from './engine/sim/watch.ts'
import { simFeed } from './home.ts'
import { lora } from './lora.ts'
import { loraAir } from './lora-air.ts'
import { simCards } from './sim.ts'

export const connectivity: ServerDomain = {
  name: 'connectivity',
  serve(app) {
    concentrators(app)
    lora(app)
    loraAir(app)
    simCards(app)
    app.homeFeeds.push(simFeed)
  },
  async start({ fieldDb, carriers, loraBrokers }) {
    const cards = watchCards(fieldDb, carriers)
    await loraBrokers.start()
    return stopAll([cards, () => loraBrokers.stop()])
  },
}
