import { mkdirSync } from 'node:fs'
import { sql } from 'kysely'
import { openDatabase, type Database } from '#server/db/database.ts'
import { TimeShare } from '#server/db/time-share.ts'
import { Attempts } from '#server/modules/account/engine/attempts.ts'
import { textRecords } from '#server/modules/account/engine/domain.ts'
import { Oidc } from '#server/modules/account/engine/oidc.ts'
import { PasswordKeys } from '#server/modules/account/engine/password.ts'
import { setupCodeOf } from '#server/modules/account/engine/setup-code.ts'
import { httpSender, outboxSender, type SmsSender } from '#server/modules/account/engine/sms.ts'
import { AlarmEngine } from '#server/modules/alarm/engine/engine.ts'
import type { ApprovalForm } from '#server/modules/approval/engine/approval.ts'
import { ApprovalClock } from '#server/modules/approval/engine/clock.ts'
import { Automation } from '#server/modules/automation/engine/engine.ts'
import { breakOffIrrigation } from '#server/modules/automation/engine/irrigation-runs.ts'
import { orderByRule, outcomesOf } from '#server/modules/command/engine/by-rule.ts'
import { Control } from '#server/modules/command/engine/control.ts'
import { stopIrrigation, tapsAt } from '#server/modules/command/engine/irrigation.ts'
import { DeviceAttempts } from '#server/modules/equipment/engine/attempts.ts'
import { DeviceGuesses } from '#server/modules/equipment/engine/device-guesses.ts'
import { TokenGuesses } from '#server/modules/equipment/engine/token-guesses.ts'
import { diskStore, s3Store, type FileStore } from '#server/modules/file/engine/store.ts'
import type { Ways } from '#server/modules/message/engine/deliver.ts'
import { reachNode } from '#server/modules/connectivity/engine/lora/network-api.ts'
import { CodecRunner } from '#server/modules/connectivity/engine/lora/codec.ts'
import { httpCarrier } from '#server/modules/connectivity/engine/sim/carrier.ts'
import type { Carriers } from '#server/modules/connectivity/engine/sim/cards.ts'
import { IngestQueue } from '#server/modules/telemetry/engine/ingest-queue.ts'
import { RightsCache } from '#server/http/actor.ts'
import { standingNow } from '#server/http/author.ts'
import type { Outgoing } from '#server/http/outgoing.ts'
import { answerErrors } from '#server/http/errors.ts'
import { FileSigner, signFileAddresses } from '#server/http/file-addresses.ts'
import { Front } from '#server/http/front.ts'
import { httpServer } from '#server/http/http-server.ts'
import { limitCalls } from '#server/http/limits.ts'
import type { Serving } from '#server/http/serving.ts'
import { equipmentText, sentence } from '#server/i18n/texts.ts'
import { JobQueue } from '#server/jobs/queue.ts'
import { LiveHub } from '#server/live/hub.ts'
import type { Broker } from '#server/mqtt/broker.ts'
import { LoraBrokers } from '#server/mqtt/lora-brokers.ts'
import { LoraDownlinks } from '#server/mqtt/lora-downlinks.ts'
import { LoraIngest } from '#server/mqtt/lora-ingest.ts'
import type { BatchFeed, BatchHeirs, BatchPlans } from './batch.ts'
import type { BriefSource } from './brief.ts'
import type { Stop } from './domain.ts'
import type { HomeFeed } from './home.ts'
import type { AppOptions } from './options.ts'
import type { SaleBatches, SaleListener } from './sale.ts'
import type { WaitingCounters } from './waiting.ts'

/** What signing in stands on. */
export interface Account {
  seal: PasswordKeys
  attempts: Attempts
  /** What opens the wizard of an empty installation. */
  setupCode: string
  /** A provider outside that vouches for people. */
  oidc: Oidc | null
}

/** What one server process is made of; every domain is served and started with it. */
export interface Services extends Serving {
  options: AppOptions
  db: Database
  /**
   * Connections of the devices' own: readers of the console must not keep devices waiting, nor the
   * other way round.
   */
  fieldDb: Database
  /** Connections of alarms and rules. */
  alarmDb: Database
  hub: LiveHub
  jobs: JobQueue
  /** The port that calls are answered on. */
  front: Front
  store: FileStore
  /** Folder of uploads. */
  filesDir: string
  signer: FileSigner
  account: Account
  /** Where messages go: out, or into the outbox. */
  sender: SmsSender
  /** By what people's own messages leave the house. */
  ways: Ways
  /** Where messages really go out; null: codes are shown to be handed over. */
  gateway: SmsSender | null
  approvalForms: Map<string, ApprovalForm>
  approvals: ApprovalClock
  /** What is counted in the menu; each domain adds its own. */
  waiting: WaitingCounters
  /** What of each domain waits for people, for their first page. */
  homeFeeds: HomeFeed[]
  /** What each domain has to say of a base in the morning. */
  briefs: BriefSource[]
  /** What of each domain happens around planting batches, for their timelines. */
  batchFeeds: BatchFeed[]
  /** What of each domain is done for planting batches, and goes along where they become others. */
  batchHeirs: BatchHeirs[]
  saleListeners: SaleListener[]
  /** Where goods that are sold grew; null: nobody plants. */
  saleBatches: SaleBatches | null
  /** What is planned for planting batches; null: nobody plans. */
  batchPlans: BatchPlans | null
  ingestQueue: IngestQueue
  codecs: CodecRunner
  loraIngest: LoraIngest
  loraBrokers: LoraBrokers
  deviceAttempts: DeviceAttempts
  deviceGuesses: DeviceGuesses
  tokenGuesses: TokenGuesses
  alarms: AlarmEngine
  control: Control
  automation: Automation
  carriers: Carriers
  /** How cameras and what they are asked through are reached. */
  cameraOutgoing: Outgoing
  /** Where devices connect; null: this process has no broker, or it is not open yet. */
  broker: Broker | null
  /** Ends answers that would go on for ever, before running ones are waited for. */
  farewells: (() => void)[]
  /** Ends what the services themselves began. */
  stops: Stop[]
}

/** Counts of callers, told to the other processes through the database. */
async function limitAll({ http, db, options, stops }: Services): Promise<void> {
  const channel = 'furrow_limits'
  await limitCalls(
    http,
    (payload) =>
      db
        .platform((tx) => sql`select pg_notify(${channel}, ${payload})`.execute(tx))
        .then(() => undefined),
    async (on) => {
      stops.push(await db.listen(channel, on))
    },
    options.callLimit,
  )
}

/**
 * For devices: a tenant may hold two of them (`FairShare`, one being left for single statements), one
 * for each lane of its messages.
 */
const fieldConnections = 4

/** Makes every service; none of them works yet. */
export async function createServices(options: AppOptions): Promise<Services> {
  const { filesDir, publicUrl, secret } = options
  mkdirSync(filesDir, { recursive: true })
  const db = openDatabase(options.databaseUrl, { max: options.poolSize ?? 12 })
  const fieldDb = openDatabase(options.databaseUrl, { max: fieldConnections })
  const alarmDb = openDatabase(options.databaseUrl, { max: 2 })
  const share = new TimeShare()
  const jobs = new JobQueue(
    db,
    {
      now: (tenant, account) => db.read(tenant, (tx) => standingNow(tx, tenant, account)),
      lost: ({ language }) => sentence('author.lost', language === 'en-US' ? 'en-US' : 'zh-CN'),
    },
    share,
  )
  const front = options.front ?? new Front()
  const http = await httpServer(options, front)
  const platform: Services['platform'] = {
    db,
    rights: new RightsCache(db),
    share,
    filesDir,
    publicUrl,
    textRecords: textRecords(options.dnsServers ?? []),
    secret,
    simulated: { farm: null },
  }
  const sender = options.sms ? httpSender(options.sms) : outboxSender(db)
  const outgoing = { allowsPrivate: options.privateRobots ?? false, timeoutMs: 8000 }
  const ingestQueue = new IngestQueue(fieldDb, share)
  const codecs = new CodecRunner()
  const loraIngest = new LoraIngest(fieldDb, ingestQueue, codecs)
  const control = new Control(fieldDb)
  const networks = { allowsPrivate: options.privateBrokers ?? false, timeoutMs: 8000 }
  const downlinks = new LoraDownlinks(
    codecs,
    control,
    (...downlink) => loraIngest.handed(...downlink),
    (tenant, device) => fieldDb.read(tenant, (tx) => reachNode(tx, device, secret, networks)),
  )
  control.attach(downlinks)
  control.recallBy((tenant, device) => downlinks.recall(tenant, device))
  const deviceAttempts = new DeviceAttempts(fieldDb)
  const approvalForms: Services['approvalForms'] = new Map()
  const app: Services = {
    options,
    http,
    platform,
    served: [],
    rules: new Map(),
    db,
    fieldDb,
    alarmDb,
    hub: new LiveHub(),
    jobs,
    front,
    store: options.s3 ? s3Store(options.s3, options.secret) : diskStore(filesDir),
    filesDir,
    signer: new FileSigner(secret),
    account: {
      seal: new PasswordKeys(db, secret),
      attempts: new Attempts(db),
      setupCode: setupCodeOf(secret),
      oidc: options.oidc ? new Oidc(db, options.oidc, publicUrl, secret) : null,
    },
    sender,
    ways: { sms: sender, secret, outgoing },
    gateway: options.sms ? sender : null,
    approvalForms,
    homeFeeds: [],
    briefs: [],
    batchFeeds: [],
    batchHeirs: [],
    saleListeners: [],
    saleBatches: null,
    batchPlans: null,
    approvals: new ApprovalClock(platform, approvalForms),
    waiting: new Map(),
    ingestQueue,
    codecs,
    loraIngest,
    loraBrokers: new LoraBrokers(fieldDb, loraIngest, downlinks, options),
    deviceAttempts,
    deviceGuesses: new DeviceGuesses(fieldDb, deviceAttempts),
    tokenGuesses: new TokenGuesses(deviceAttempts),
    alarms: new AlarmEngine(
      alarmDb,
      { say: equipmentText, sms: sender, secret, outgoing },
      {
        close: stopIrrigation,
        breakOff: (tx, tenant, where, mayControl) =>
          breakOffIrrigation(tx, tenant, where, mayControl, tapsAt),
      },
    ),
    control,
    automation: new Automation(
      alarmDb,
      { order: orderByRule, outcomes: outcomesOf },
      equipmentText,
    ),
    cameraOutgoing: {
      allowsPrivate: options.privateCameras ?? false,
      timeoutMs: 8000,
      stands: options.stands ?? new Map(),
    },
    carriers: { secret, outgoing, installed: options.sim ? httpCarrier(options.sim) : null },
    broker: null,
    farewells: [],
    stops: [],
  }
  signFileAddresses(http, app.signer)
  answerErrors(http)
  await limitAll(app)
  return app
}
