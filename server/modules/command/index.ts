import type { ServerDomain } from '#server/services/domain.ts'
import { collections } from './collection.ts'
import { collectionExport } from './collection-export.ts'
import { control as controlCalls } from './control.ts'
import { commandFeed } from './home.ts'
import { settings } from './settings.ts'
import { strategies } from './strategy.ts'
import { switches } from './switches.ts'

export const command: ServerDomain = {
  name: 'command',
  serve(app) {
    switches(app)
    controlCalls(app)
    settings(app)
    strategies(app)
    collections(app)
    collectionExport(app)
    app.homeFeeds.push(commandFeed)
  },
  async start({ control, ingestQueue }) {
    await control.start()
    ingestQueue.onStored((tenant, messages) =>
      control.stored(
        tenant,
        messages.map(({ device }) => device),
      ),
    )
    return () => control.stop()
  },
}
