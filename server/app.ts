import { mkdirSync } from 'node:fs'
import { sql } from 'kysely'
import { onFault } from './db/parts.ts'
import { openDatabase } from './db/database.ts'
import { TimeShare } from './db/time-share.ts'
import { Attempts } from './engines/account/attempts.ts'
import { textRecords } from './engines/account/domain.ts'
import { Oidc } from './engines/account/oidc.ts'
import { PasswordKeys } from './engines/account/password.ts'
import { setupCodeOf } from './engines/account/setup-code.ts'
import { AlarmEngine } from './engines/alarm/engine.ts'
import { httpSender, outboxSender } from './engines/account/sms.ts'
import { ApprovalClock } from './engines/approval/clock.ts'
import { Automation } from './engines/automation/engine.ts'
import { orderByRule, outcomesOf } from './engines/control/by-rule.ts'
import { Control } from './engines/control/control.ts'
import { stopIrrigation } from './engines/control/irrigation.ts'
import { httpCarrier } from './engines/sim/carrier.ts'
import { watchCards } from './engines/sim/watch.ts'
import { watchStock } from './engines/stock/check.ts'
import { DeviceAttempts } from './engines/device/attempts.ts'
import { watchReferences } from './engines/reference/notices.ts'
import { watchWarnings } from './engines/stock/notices.ts'
import { sweepFolder, sweepUploads } from './engines/file/sweep.ts'
import { diskStore, s3Store } from './engines/file/store.ts'
import { CodecRunner } from './engines/lora/codec.ts'
import { watchCalculations } from './engines/telemetry/calculations.ts'
import { IngestQueue } from './engines/telemetry/ingest-queue.ts'
import { watchSilence } from './engines/telemetry/silence.ts'
import { RightsCache } from './http/actor.ts'
import { serveEntities } from './http/entities.ts'
import { answerErrors } from './http/errors.ts'
import { FileSigner, signFileAddresses } from './http/file-addresses.ts'
import { Front } from './http/front.ts'
import { serveHealth } from './http/health.ts'
import { httpServer } from './http/http-server.ts'
import type { Running } from './http/vitals.ts'
import { limitCalls } from './http/limits.ts'
import { serveLive } from './http/live.ts'
import { serveDocs } from './http/openapi.ts'
import { serveConsole } from './http/static.ts'
import { equipmentText, sentence, inventoryText } from './i18n/texts.ts'
import { standingNow } from './http/author.ts'
import { JobQueue } from './jobs/queue.ts'
import { watchRetention } from './jobs/retention.ts'
import { LiveHub } from './live/hub.ts'
import type { App, AppOptions } from './app-options.ts'
import { account } from './modules/account/index.ts'
import { approval } from './modules/approval/index.ts'
import { content } from './modules/content/index.ts'
import { equipment, type EquipmentDeps } from './modules/equipment/index.ts'
import { farm } from './modules/farm/index.ts'
import { file } from './modules/file/index.ts'
import { imports } from './modules/import/index.ts'
import { inventory } from './modules/inventory/index.ts'
import { message } from './modules/message/index.ts'
import { platform } from './modules/platform/index.ts'
import { system } from './modules/system/index.ts'
import { startBroker } from './mqtt/broker.ts'
import { joinBroker } from './mqtt/outside-broker.ts'
import { LoraBrokers } from './mqtt/lora-brokers.ts'
import { LoraDownlinks } from './mqtt/lora-downlinks.ts'
import { LoraIngest } from './mqtt/lora-ingest.ts'

/** How long an answer that is under way is waited for when we end. */
const drainMs = 20_000

/** Everything that answers, in the order in which it is asked; tests build the same app. */
export async function buildApp(options: AppOptions): Promise<App> {
  mkdirSync(options.filesDir, { recursive: true })
  const db = openDatabase(options.databaseUrl, { max: options.poolSize ?? 12 })
  const hub = new LiveHub()
  const share = new TimeShare()
  const jobs = new JobQueue(
    db,
    {
      now: (tenant, account) => db.read(tenant, (tx) => standingNow(tx, tenant, account)),
      lost: ({ language }) => sentence('author.lost', language === 'en-US' ? 'en-US' : 'zh-CN'),
    },
    share,
  )
  const seal = new PasswordKeys(db, options.secret)
  const front = options.front ?? new Front()
  const http = await httpServer(options, front)
  http.decorate('platform', {
    db,
    rights: new RightsCache(db),
    share,
    filesDir: options.filesDir,
    publicUrl: options.publicUrl,
    textRecords: textRecords(options.dnsServers ?? []),
    secret: options.secret,
    simulated: { farm: null },
  })
  http.decorate('served', [])
  http.decorate('rules', new Map())
  http.decorate('approvalForms', new Map())
  const signer = new FileSigner(options.secret)
  signFileAddresses(http, signer)
  answerErrors(http)
  onFault((what, error) => http.log.error({ err: error }, what))
  const limitChannel = 'furrow_limits'
  const listening: (() => Promise<void>)[] = []
  await limitCalls(
    http,
    (payload) =>
      db
        .platform((tx) => sql`select pg_notify(${limitChannel}, ${payload})`.execute(tx))
        .then(() => undefined),
    async (on) => void listening.push(await db.listen(limitChannel, on)),
    options.callLimit,
  )

  const store = options.s3 ? s3Store(options.s3) : diskStore(options.filesDir)
  const sender = options.sms ? httpSender(options.sms) : outboxSender(db)
  account(
    http,
    {
      seal,
      attempts: new Attempts(db),
      setupCode: setupCodeOf(options.secret),
      oidc: options.oidc ? new Oidc(db, options.oidc, options.publicUrl) : null,
    },
    sender,
    options.screenOrigins ?? [],
  )
  const gateway = options.sms ? sender : null
  system(http, gateway)
  farm(http)
  inventory(http, { jobs, store, filesDir: options.filesDir })
  approval(http)
  const mqttPort: EquipmentDeps['mqttPort'] = {
    value: null,
    address: options.deviceAddress ?? null,
  }
  // Connections of its own: readers of the console must not keep devices waiting, nor the other way
  // round.
  const fieldDb = openDatabase(options.databaseUrl, { max: 3 })
  const intake = new IngestQueue(fieldDb, share)
  const codecs = new CodecRunner()
  const loraIntake = new LoraIngest(fieldDb, intake, codecs)
  const alarmDb = openDatabase(options.databaseUrl, { max: 2 })
  const alarms = new AlarmEngine(
    alarmDb,
    {
      say: equipmentText,
      sms: sender,
      secret: options.secret,
      outgoing: { allowsPrivate: options.privateRobots ?? false, timeoutMs: 8000 },
    },
    stopIrrigation,
  )
  const carriers = {
    secret: options.secret,
    outgoing: { allowsPrivate: options.privateRobots ?? false, timeoutMs: 8000 },
    installed: options.sim ? httpCarrier(options.sim) : null,
  }
  const deviceAttempts = new DeviceAttempts(fieldDb)
  equipment(
    http,
    {
      mqttPort,
      intake,
      attempts: deviceAttempts,
      codecs,
      takeLora: async (...event) => (await loraIntake.take(...event)) !== null,
      alarms,
      carriers,
      privateBrokers: options.privateBrokers ?? false,
    },
    { jobs, store, filesDir: options.filesDir },
  )
  message(http)
  content(http)
  await file(http, store, options.filesDir, signer)
  platform(http, jobs, store, options.filesDir, gateway)
  imports(http, jobs, store, options.filesDir)
  serveEntities(http)
  serveLive(http, hub, options.liveBeat ? { beat: options.liveBeat } : {})
  const running: { value: Running | null } = { value: null }
  const { stored } = serveHealth(http, hub, {
    publicMetrics: options.publicMetrics ?? false,
    running: () => running.value,
  })
  intake.onCommit = stored
  await serveDocs(http, options.version ?? '0')
  await serveConsole(http, options.webDir)
  await http.ready()
  await hub.start(db)
  await intake.start()
  await alarms.start()
  intake.onStored((tenant, messages) => alarms.stored(tenant, messages))
  const stopWatching = watchSilence(fieldDb, intake)
  const stopAskingCarriers = watchCards(fieldDb, carriers)
  const stopCalculating = watchCalculations(fieldDb, intake)
  const stopTrimming = watchRetention(
    fieldDb,
    [() => sweepUploads(db, store), () => sweepFolder(db, options.filesDir, !options.s3)],
    (error) => http.log.error({ err: error }, 'what is kept no longer could not be taken away'),
  )
  const stopChecking = watchStock(db, (tenant, faults) =>
    http.log.error({ tenant, faults }, 'stock does not agree with its ledger'),
  )
  const stopReferences = watchReferences(db, equipmentText, (error) =>
    http.log.error({ err: error }, 'nobody could be told of what names what is gone'),
  )
  const stopWarning = watchWarnings(db, inventoryText, (error) =>
    http.log.error({ err: error }, 'nobody could be told of stock'),
  )
  const control = new Control(fieldDb)
  const downlinks = new LoraDownlinks(codecs, control, (...downlink) =>
    loraIntake.handed(...downlink),
  )
  control.attach(downlinks)
  const loraBrokers = new LoraBrokers(fieldDb, loraIntake, downlinks, options)
  await loraBrokers.start()
  intake.onStored((tenant, messages) =>
    control.stored(
      tenant,
      messages.map(({ device }) => device),
    ),
  )
  const outside = options.mqttUrl
    ? await joinBroker({
        db: fieldDb,
        intake,
        control,
        url: options.mqttUrl,
        secret: options.secret,
      })
    : null
  const broker = options.mqtt
    ? await startBroker({
        db: fieldDb,
        attempts: deviceAttempts,
        intake,
        control,
        http: http.server,
        trustProxy: options.trustProxy,
        ...options.mqtt,
      })
    : null
  await control.start()
  const automation = new Automation(
    alarmDb,
    { order: orderByRule, outcomes: outcomesOf },
    equipmentText,
  )
  await automation.start()
  intake.onStored((tenant, messages) => automation.stored(tenant, messages))
  const approvals = new ApprovalClock(http.platform, http.approvalForms)
  approvals.start()
  mqttPort.value = broker?.port ?? null
  running.value = { broker, intake, jobs, pools: { console: db, field: fieldDb, alarms: alarmDb } }
  const working = [
    () => approvals.stop(),
    () => automation.stop(),
    () => control.stop(),
    () => loraBrokers.stop(),
    stopWatching,
    stopCalculating,
    stopAskingCarriers,
    stopTrimming,
    stopChecking,
    stopWarning,
    stopReferences,
    () => alarms.stop(),
  ]
  let resting: Promise<void> | null = null
  const rest = () =>
    (resting ??= working.reduce((before, stop) => before.then(stop), Promise.resolve()))
  return {
    http,
    db,
    jobs,
    seal,
    intake,
    broker,
    alarms,
    automation,
    approvals,
    rest,
    async close() {
      hub.farewell()
      await front.drain(drainMs)
      await http.close()
      await broker?.close()
      await outside?.close()
      await rest()
      await codecs.close()
      await intake.stop()
      await fieldDb.close()
      await alarmDb.close()
      await jobs.stop()
      await hub.stop()
      await Promise.all(listening.map((stop) => stop()))
      await db.close()
    },
  }
}
