import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { App } from './app.ts'
import { buildApp } from './app.ts'
import { scheduleBackups } from './backups.ts'
import { readConfig, type Config } from './config.ts'
import { appUrl, migrate } from './db/migrate.ts'
import { setupCodeOf } from './modules/account/engine/setup-code.ts'
import { requireNotNewer } from './db/version.ts'
import { firstReads } from './db/first-reads.ts'
import { Installation } from './db/installation.ts'
import { closeDemo } from './demo/close.ts'
import { beforeDemo, fillOnce } from './demo/first-start.ts'
import { giveOrders } from './demo/orders.ts'
import { askPast, servePast } from './demo/past-job.ts'
import { demoPassword, firstTenant } from './demo/people.ts'
import { demoStands } from './demo/cameras.ts'
import { readSimulated, SimulatedFarm } from './demo/simulated-farm.ts'
import { diskStore, s3Store } from './modules/file/engine/store.ts'
import { Front, type Stage } from './http/front.ts'
import { lockDataFolder } from './postgres/folder-lock.ts'
import { startPostgres, type Postgres } from './postgres/supervisor.ts'

const say = (line: string) => console.error(line)
const version = () =>
  (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version

/** What was started, ended in the opposite order. */
const shutdownHooks: (() => Promise<void>)[] = []
/** Raised when we are told to end: a start that is not over goes no further. */
const ending = new AbortController()
let endedAt = 0
/** What is left to do where somebody cannot wait for the order. */
let atOnce: () => void = () => undefined
/** After a fault that nobody took the rest may hang. */
const longestEndMs = 45_000
/** A step of a start that is not over: a migration, the making of the database. */
const longestStepMs = 20_000
/** Ctrl+C reaches us twice under npm: from the terminal and from npm. */
const sameSignalMs = 1000

async function end(status: number): Promise<never> {
  if (ending.signal.aborted) {
    if (performance.now() - endedAt < sameSignalMs) return new Promise(() => undefined)
    atOnce()
    process.exit(status || 1)
  }
  endedAt = performance.now()
  ending.abort(new Error('told to end'))
  setTimeout(() => (atOnce(), process.exit(1)), longestEndMs).unref()
  await Promise.race([
    starting.catch(() => undefined),
    wait(longestStepMs, undefined, { ref: false }),
  ])
  for (const one of shutdownHooks.reverse())
    await one().catch((error: unknown) => say(String(error)))
  process.exit(status)
}

let embedded: Postgres | null = null
async function ownerUrl(config: Config): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl
  const postgres = await startPostgres({ dataDir: config.dataDir, say })
  embedded = postgres
  shutdownHooks.push(() => postgres.stop())
  atOnce = () => postgres.abandon()
  return postgres.url(postgres.superuser, 'postgres')
}

function banner(
  config: Config,
  isDemo: boolean,
  needsSetup: boolean,
  mqttPort?: number,
  tlsPort?: number | null,
): string {
  const address = config.publicUrl
  const lines = [
    `Furrow is ready:  ${address}`,
    ...(needsSetup ? [`Set it up:        ${address}/setup#${setupCodeOf(config.secret)}`] : []),
    ...(isDemo
      ? [`Demo accounts:    admin, chen, worker, both, operator   (password ${demoPassword})`]
      : []),
    ...(mqttPort
      ? [
          `Devices:          mqtt://${config.mqtt!.host}:${mqttPort}${tlsPort ? `, mqtts://${config.mqtt!.host}:${tlsPort}` : ''}`,
        ]
      : []),
    `Data folder:      ${config.dataDir}${config.databaseUrl ? '   (database: DATABASE_URL)' : ''}`,
    'Stop:             Ctrl+C',
  ]
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n`
}

async function start(): Promise<void> {
  const config = readConfig()
  const { signal } = ending
  const lock = await lockDataFolder(config.dataDir)
  shutdownHooks.push(async () => lock.release())
  const front = new Front()
  await front.listen(config.port, config.host)
  shutdownHooks.push(() => front.drain(0))
  const owner = await ownerUrl(config)
  // Uploads and whatever else we write are nobody else's to read; PostgreSQL's programs are.
  process.umask(0o077)
  signal.throwIfAborted()
  front.show({ key: 'start.migrating', share: 0.1 })
  await requireNotNewer(owner, version())
  await migrate(owner, say, config.secret)
  signal.throwIfAborted()
  const installation = await Installation.open(owner)
  shutdownHooks.push(() => installation.close())
  await beforeDemo(installation, {
    filesDir: config.s3 ? null : join(config.dataDir, 'files'),
    show: (stage) => front.show(stage),
    say,
  })
  signal.throwIfAborted()
  const stands = demoStands(config.isDemo)
  const app: App = await buildApp({
    front,
    databaseUrl: appUrl(owner, config.secret),
    secret: config.secret,
    filesDir: join(config.dataDir, 'files'),
    recordingsDir: config.recordingsDir ?? join(config.dataDir, 'recordings'),
    recordingsBucket: config.recordingsBucket,
    webDir: join(process.cwd(), 'dist/web'),
    publicUrl: config.publicUrl,
    version: version(),
    trustProxy: config.trustProxy,
    publicMetrics: config.publicMetrics,
    sms: config.sms,
    sim: config.sim,
    oidc: config.oidc,
    privateRobots: config.privateRobots,
    privateBrokers: config.privateBrokers,
    privateCameras: config.privateCameras,
    stands,
    deviceAddress: config.deviceAddress,
    dnsServers: config.dnsServers,
    screenOrigins: config.screenOrigins,
    mapTiles: config.mapTiles,
    weather: config.weather,
    geocoder: config.geocoder,
    s3: config.s3,
    mqtt: config.mqtt ?? undefined,
    mqttUrl: config.mqttUrl,
    log: { level: config.logLevel },
  })
  shutdownHooks.push(() => app.close())
  const show = (stage: Stage) => {
    front.show(stage)
    say(`demo: ${stage.key.split('.').at(-1)}`)
  }
  const isFirst = await fillOnce(installation, app, {
    isDemo: config.isDemo,
    language: config.demoLanguage,
    hasSimulator: config.hasSimulator,
    dataDir: config.dataDir,
    show,
    signal,
  })
  if (!config.isDemo) {
    const closed = await closeDemo(app.db)
    if (closed.length > 0) say(`FURROW_DEMO=off: closed the demo's accounts ${closed.join(', ')}.`)
  }
  const simulated = config.isDemo && config.hasSimulator ? readSimulated(config.dataDir) : null
  servePast(app.jobs, app.db, appUrl(owner, config.secret), simulated)
  if (simulated) await askPast(app.db, firstTenant.admin.loginName, simulated, true)
  await installation.set('version', version())
  front.show({ key: 'start.opening', share: 1 })
  await app.db.warm(firstReads)
  signal.throwIfAborted()
  app.jobs.start()
  front.show(null)
  if (config.backup) {
    const store = config.s3
      ? s3Store(config.s3, config.secret)
      : diskStore(join(config.dataDir, 'files'))
    shutdownHooks.push(
      scheduleBackups({
        ...config.backup,
        ownerUrl: owner,
        dataDir: config.dataDir,
        version: version(),
        postgres: embedded,
        store,
        say,
      }),
    )
  }
  const farm =
    simulated && app.broker
      ? new SimulatedFarm(config.dataDir, simulated, `mqtt://127.0.0.1:${app.broker.port}`, stands)
      : null
  app.platform.simulated.farm = farm
  if (farm) shutdownHooks.push(() => farm.stop())
  // Nobody waits for it; what it could not do, nobody has done.
  if (farm && isFirst) void giveOrders(app.http).catch(() => undefined)
  say(
    banner(
      config,
      config.isDemo,
      !(await installation.hasAccounts()),
      app.broker?.port,
      app.broker?.tlsPort,
    ),
  )
}

/**
 * What nobody took: said, and all is ended in order, for nobody knows what it left behind. Whoever
 * keeps us running starts us anew.
 */
function endOf(error: unknown): void {
  if (ending.signal.aborted) return
  say(`A fault that nobody took: ${error instanceof Error ? error.stack : String(error)}`)
  end(1).catch(() => process.exit(1))
}
process.on('unhandledRejection', endOf)
process.on('uncaughtException', endOf)
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => void end(0).catch(() => process.exit(1)))
const starting = start()
starting.catch(async (error: unknown) => {
  // Whoever told us to end wants to hear nothing of what it kept from being done.
  if (ending.signal.aborted) return
  say(error instanceof Error ? error.message : String(error))
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  await end(1)
})
