import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { announce } from '#server/live/events.ts'
import { row, type Database, type Scope, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { isOfDatabase, noteFault } from '#server/db/parts.ts'
import { paidBy } from '#server/db/spending.ts'
import { TimeShare } from '#server/db/time-share.ts'
import { keptText } from '#server/db/kept-text.ts'

/** What whoever asked for a job may do and see at this moment. */
export interface Standing {
  codes: ReadonlySet<string>
  scope: Scope | null
}
/** Who knows of rights; `lost`: the sentence for whoever had them when they asked. */
export interface Standings {
  now(tenant: number, account: number): Promise<Standing>
  lost(input: Record<string, unknown>): string
}
/**
 * Of a kind of job: the codes of which one is needed for what was asked; none are needed by what is
 * for anybody.
 */
export type Needs = (input: Record<string, unknown>) => readonly string[] | null

/**
 * A job at work. `progress` throws `Cancelled` once somebody stopped the job, and `Told` once its
 * asker may no longer have it.
 */
export interface Working extends Standing {
  id: number
  tenant: number
  accountId: number
  input: Record<string, unknown>
  progress(percent: number, message?: string): Promise<void>
  /**
   * Ends the job in the transaction of what it wrote: both are there, or neither. For work that
   * must not be done twice.
   * Errors: throws `Cancelled` when the job was stopped or is another process's by now.
   */
  finish(tx: Tx, result: Result): Promise<void>
}
export interface Result {
  message?: string
  /** Key of a stored file, and the name to save it under. */
  key?: string
  name?: string
}
export type Worker = (job: Working) => Promise<Result>
export class Cancelled extends Error {}
/** Why a job failed, in a sentence for whoever asked for it. */
export class Told extends Error {}
/**
 * This process ends: the job goes back to where another takes it up, or this one after its next
 * start.
 */
export class Interrupted extends Error {}

const pollMs = 1000
const leaseMs = 20_000
/**
 * Jobs that one process does at once, two of a tenant's at most: a long one keeps nobody's export
 * waiting.
 */
const lanes = 3
const maxTries = 3
/** Seconds until a job comes again that failed for the database's sake, by how often it was tried. */
const backoffSeconds = (tries: number) => 5 ** tries
/**
 * How long a job that asks for nothing meanwhile is waited for when we end; its lease then runs
 * out.
 */
const longestStopMs = 15_000

/** Looking for work takes no longer, unless the database is away. */
const longestLookMs = 60_000

interface Lane {
  timer?: NodeJS.Timeout
  busy: Promise<void>
  lookedAt: number
}
interface JobRow {
  id: number
  accountId: number
  kind: string
  input: Record<string, unknown>
  tries: number
}

/** Puts a job into the queue, in the transaction of what asked for it. */
export async function enqueue(
  tx: Tx,
  account: number,
  kind: string,
  input: Record<string, unknown>,
): Promise<number> {
  const made = await row<{ id: number }>(
    tx,
    sql`insert into job (account_id, kind, input) values (${account}, ${kind},
      ${JSON.stringify(input)}::jsonb) returning id`,
  )
  return made!.id
}

/**
 * Works off the `job` table, with every other process that does. A job whose process died is taken
 * up again after a minute, and one that failed for the database's sake a few seconds later; three
 * times at most. Why this is no library's: docs/decisions/019-jobs.md.
 */
export class JobQueue {
  readonly #workers = new Map<string, { worker: Worker; needs: Needs }>()
  readonly #name = `${process.pid}-${performance.timeOrigin.toString(36)}`
  readonly #db: Database
  readonly #standings: Standings
  readonly #lanes: Lane[] = []
  #isStopping = false
  /** Jobs at work here. */
  #working = 0
  readonly #share: TimeShare
  constructor(db: Database, standings: Standings, share = new TimeShare()) {
    this.#db = db
    this.#standings = standings
    this.#share = share
  }

  on(kind: string, needs: Needs, worker: Worker): void {
    this.#workers.set(kind, { needs, worker })
  }
  /** Kinds of jobs that somebody works off here. */
  get kinds(): string[] {
    return [...this.#workers.keys()]
  }
  /** What was taken away since a job was asked for is taken away from the job. Errors: `Told`. */
  async #demand(tenant: number, { accountId, input }: JobRow, needs: Needs): Promise<Standing> {
    const standing = await this.#standings.now(tenant, accountId)
    const needed = needs(input)
    if (needed && !needed.some((code) => standing.codes.has(code)))
      throw new Told(this.#standings.lost(input))
    return standing
  }
  start(): void {
    for (let i = 0; i < lanes; i++) {
      const lane: Lane = { busy: Promise.resolve(), lookedAt: performance.now() }
      const tick = () => {
        lane.lookedAt = performance.now()
        lane.busy = this.work()
          .catch(() => undefined)
          .then(() => {
            if (!this.#isStopping) lane.timer = globalThis.setTimeout(tick, pollMs)
          })
      }
      this.#lanes.push(lane)
      tick()
    }
  }
  /** Whether every lane that was started has work or has looked for some lately. */
  get isAlive(): boolean {
    const silent = this.#lanes.filter(
      ({ lookedAt }) => performance.now() - lookedAt > longestLookMs,
    ).length
    return silent <= this.#working
  }
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const { timer } of this.#lanes) clearTimeout(timer)
    const limit = new AbortController()
    const late = setTimeout(longestStopMs, undefined, { signal: limit.signal, ref: false }).catch(
      () => undefined,
    )
    await Promise.race([Promise.all(this.#lanes.map(({ busy }) => busy)), late])
    limit.abort()
  }

  /** Takes and does jobs until none waits. */
  async work(): Promise<void> {
    while (!this.#isStopping) {
      const claimed = await this.#db.platform((tx) =>
        row<{ tenantId: number; id: number }>(
          tx,
          sql`select * from furrow_claim_job(${this.#name})`,
        ),
      )
      if (!claimed) return
      await this.#run(claimed.tenantId, claimed.id).catch((error: unknown) =>
        noteFault(`job ${claimed.id}`, error),
      )
    }
  }

  async #run(tenant: number, id: number): Promise<void> {
    const job = (await this.#db.read(tenant, (tx) =>
      row<JobRow>(tx, sql`select id, account_id, kind, input, tries from job where id = ${id}`),
    ))!
    const setIn = async (tx: Tx, what: ReturnType<typeof sql>) => {
      const kept = await row(
        tx,
        sql`update job set ${what}, claimed_at = now() where id = ${id} and state = 'running'
          and claimed_by = ${this.#name} returning id`,
      )
      if (kept)
        await announce(tx, {
          tenant,
          account: job.accountId,
          resource: 'job',
          ids: [id],
          kind: 'updated',
        })
      return kept !== null
    }
    const set = (what: ReturnType<typeof sql>) => this.#db.write(tenant, (tx) => setIn(tx, what))
    const done = ({ message, key, name }: Result) =>
      sql`state = 'done', progress = 100, message = ${message ?? null}, result_key = ${key ?? null},
        result_name = ${name ?? null}, finished_at = now()`
    const known = this.#workers.get(job.kind)
    const lease = setInterval(() => void set(sql`tries = tries`).catch(() => undefined), leaseMs)
    try {
      if (!known || job.tries > maxTries)
        throw new Error(known ? 'gave up after three tries' : `no worker for ${job.kind}`)
      const standing = await this.#demand(tenant, job, known.needs)
      const seen = JSON.stringify(standing.scope)
      const result = await paidBy({ add: (ms) => this.#share.add(tenant, 'job', ms) }, () =>
        known.worker({
          ...standing,
          id,
          tenant,
          accountId: job.accountId,
          input: job.input,
          progress: async (percent, message) => {
            if (this.#isStopping) throw new Interrupted()
            await this.#share.run(tenant, 'job', () => Promise.resolve())
            if (!(await set(sql`progress = ${Math.round(percent)}, message = ${message ?? null}`)))
              throw new Cancelled()
            if (JSON.stringify((await this.#demand(tenant, job, known.needs)).scope) !== seen)
              throw new Told(this.#standings.lost(job.input))
          },
          finish: async (tx, ending) => {
            if (!(await setIn(tx, done(ending)))) throw new Cancelled()
          },
        }),
      )
      // Nothing is left to do here where the worker finished the job itself.
      await set(done(result))
    } catch (error) {
      if (error instanceof Interrupted)
        await set(sql`state = 'queued', claimed_by = null, tries = tries - 1`)
      else if (isOfDatabase(error) && job.tries < maxTries) {
        noteFault(`job ${id} (${job.kind}), to be tried again`, error)
        await set(sql`state = 'queued', claimed_by = null, message = null,
          due_at = now() + make_interval(secs => ${backoffSeconds(job.tries)})`)
      } else if (!(error instanceof Cancelled)) {
        // What a statement or a library says is for the log: it tells of other things than this
        // job.
        // What the job was to read is hidden from its asker by now, or gone.
        const isHidden =
          error instanceof HttpError && (error.status === 403 || error.status === 404)
        const told =
          error instanceof Told
            ? keptText(error.message, 300)
            : isHidden
              ? this.#standings.lost(job.input)
              : null
        if (told === null) noteFault(`job ${id} (${job.kind})`, error)
        await set(sql`state = 'failed', message = ${told}, finished_at = now()`)
      }
    } finally {
      clearInterval(lease)
    }
  }
}
