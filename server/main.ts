import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { buildApp, type App } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { appUrl, migrate } from './db/migrate.ts'
import { row } from './db/database.ts'
import { firstReads } from './db/first-reads.ts'
import { fillDemo } from './demo/index.ts'
import { giveOrders } from './demo/orders.ts'
import { askPast, servePast } from './demo/past-job.ts'
import { demoPassword, firstTenant } from './demo/people.ts'
import { keepSimulated, readSimulated, SimulatedFarm } from './demo/simulated-farm.ts'
import { lockDataFolder } from './postgres/folder-lock.ts'
import { startPostgres } from './postgres/supervisor.ts'

const say = (line: string) => console.error(line)
const version = () => (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version

/** What was started, ended in the opposite order. */
const endings: (() => Promise<void>)[] = []
let isEnding = false
/** After a fault that nobody took the rest may hang. */
const longestEndMs = 25_000
async function end(status: number): Promise<never> {
  if (!isEnding) {
    isEnding = true
    for (const ending of endings.reverse()) await ending().catch((error: unknown) => say(String(error)))
  }
  process.exit(status)
}

async function ownerUrl(config: Config): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl
  const postgres = await startPostgres({ dataDir: config.dataDir, say })
  endings.push(() => postgres.stop())
  return postgres.url(postgres.superuser, 'postgres')
}

function banner(config: Config, isDemo: boolean, mqttPort?: number, tlsPort?: number | null): string {
  const address = config.publicUrl
  const lines = [
    `Furrow is ready:  ${address}`,
    ...(isDemo ? [`Demo accounts:    admin, chen, worker, both, operator   (password ${demoPassword})`] : []),
    ...(mqttPort ? [`Devices:          mqtt://${config.mqtt!.host}:${mqttPort}${tlsPort ? `, mqtts://${config.mqtt!.host}:${tlsPort}` : ''}`] : []),
    `Data folder:      ${config.dataDir}${config.databaseUrl ? '   (database: DATABASE_URL)' : ''}`,
    'Stop:             Ctrl+C',
  ]
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n`
}

async function start(): Promise<void> {
  const config = readConfig()
  const lock = await lockDataFolder(config.dataDir)
  endings.push(async () => lock.release())
  const owner = await ownerUrl(config)
  await migrate(owner, say, config.secret)
  const app: App = await buildApp({
    databaseUrl: appUrl(owner, config.secret), secret: config.secret, filesDir: join(config.dataDir, 'files'), webDir: join(process.cwd(), 'dist/web'),
    publicUrl: config.publicUrl, version: version(), trustProxy: config.trustProxy, publicMetrics: config.publicMetrics, sms: config.sms, sim: config.sim, privateRobots: config.privateRobots, privateBrokers: config.privateBrokers, s3: config.s3, mqtt: config.mqtt ?? undefined, mqttUrl: config.mqttUrl, log: { level: process.env.LOG_LEVEL ?? 'warn' },
  })
  endings.push(() => app.close())
  const isEmpty = await app.db.platform(async (tx) => (await row(tx, sql`select 1 from account limit 1`)) === null)
  const isFirst = isEmpty && config.isDemo
  if (isFirst) keepSimulated(config.dataDir, await fillDemo(app.http, app.db, say))
  const simulated = config.isDemo && config.hasSimulator ? readSimulated(config.dataDir) : null
  servePast(app.jobs, app.db, appUrl(owner, config.secret), simulated)
  if (simulated && isFirst) await askPast(app.db, firstTenant.admin.loginName, simulated)
  await app.db.warm(firstReads)
  app.jobs.start()
  await app.http.listen({ port: config.port, host: config.host })
  const farm = simulated && app.broker ? new SimulatedFarm(config.dataDir, simulated, `mqtt://127.0.0.1:${app.broker.port}`) : null
  app.http.platform.simulated.farm = farm
  if (farm) endings.push(() => farm.stop())
  // Nobody waits for it; what it could not do, nobody has done.
  if (farm && isFirst) void giveOrders(app.http).catch(() => undefined)
  console.log(banner(config, config.isDemo, app.broker?.port, app.broker?.tlsPort))
}

/** What nobody took: said, and all is ended in order, for nobody knows what it left behind. Whoever keeps us running starts us anew. */
function endOf(error: unknown): void {
  say(`A fault that nobody took: ${error instanceof Error ? error.stack : String(error)}`)
  if (isEnding) return
  setTimeout(() => process.exit(1), longestEndMs).unref()
  end(1).catch(() => process.exit(1))
}
process.on('unhandledRejection', endOf)
process.on('uncaughtException', endOf)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0).catch(() => process.exit(1)))
start().catch(async (error: unknown) => {
  say(error instanceof Error ? error.message : String(error))
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  await end(1)
})
