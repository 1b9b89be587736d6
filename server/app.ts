import { onFault } from './db/parts.ts'
import { domains } from './domains.ts'
import { serveEntities } from './http/entities.ts'
import { serveHealth } from './http/health.ts'
import { serveLive } from './http/live.ts'
import { serveDocs } from './http/openapi.ts'
import { serveConsole } from './http/static.ts'
import { startBroker } from './mqtt/broker.ts'
import { joinBroker } from './mqtt/outside-broker.ts'
import { stopAll, type Stop } from './services/domain.ts'
import type { AppOptions } from './services/options.ts'
import { createServices, type Services } from './services/services.ts'

export interface App extends Services {
  /**
   * Stops whatever works without being asked (watches, clocks, rules); calls and messages are
   * answered still.
   */
  rest(): Promise<void>
  close(): Promise<void>
}

/** How long an answer that is under way is waited for when we end. */
const drainMs = 20_000

/** The doors of devices: our own broker, and somebody else's that is joined. */
async function openDoors(app: Services): Promise<Stop> {
  const { options, fieldDb: db, ingestQueue, control, http } = app
  const { mqtt, mqttUrl, secret, trustProxy } = options
  const outside = mqttUrl
    ? await joinBroker({ db, intake: ingestQueue, control, url: mqttUrl, secret })
    : null
  app.broker = mqtt
    ? await startBroker({
        db,
        attempts: app.deviceAttempts,
        guesses: app.deviceGuesses,
        intake: ingestQueue,
        control,
        http: http.server,
        trustProxy,
        ...mqtt,
      })
    : null
  return stopAll([async () => outside?.close(), async () => app.broker?.close()])
}

/** Everything that answers, in the order in which it is asked; tests build the same app. */
export async function buildApp(options: AppOptions): Promise<App> {
  const app = await createServices(options)
  const { http, db, fieldDb, alarmDb, hub, jobs, ingestQueue } = app
  onFault((what, error) => http.log.error({ err: error }, what))
  for (const { serve } of domains) await serve(app)
  serveEntities(app)
  serveLive(app, hub, options.liveBeat ? { beat: options.liveBeat } : {})
  let isOpen = false
  const { stored } = serveHealth(app, hub, {
    publicMetrics: options.publicMetrics ?? false,
    fillsBucket: options.recordingsBucket?.isFilled ?? false,
    running: () =>
      isOpen
        ? {
            broker: app.broker,
            intake: ingestQueue,
            jobs,
            pools: { console: db, field: fieldDb, alarms: alarmDb },
          }
        : null,
  })
  ingestQueue.onCommit = stored
  await serveDocs(app, options.version ?? '0')
  await serveConsole(http, options.webDir)
  await http.ready()
  await hub.start(db)
  await ingestQueue.start()
  const working: Stop[] = []
  for (const { start } of domains) if (start) working.push(await start(app))
  const closeDoors = await openDoors(app)
  isOpen = true
  let resting: Promise<void> | null = null
  const rest = () => (resting ??= Promise.resolve(stopAll(working)()))
  return Object.assign(app, {
    rest,
    async close() {
      hub.farewell()
      for (const farewell of app.farewells) farewell()
      await app.front.drain(drainMs)
      await http.close()
      await closeDoors()
      await rest()
      await app.codecs.close()
      await ingestQueue.stop()
      await fieldDb.close()
      await alarmDb.close()
      await jobs.stop()
      await hub.stop()
      await stopAll(app.stops)()
      await db.close()
    },
  })
}
