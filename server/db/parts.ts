import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'

type Listener = (what: string, error: unknown) => void
let listener: Listener = (what, error) =>
  console.error(`${what}: ${error instanceof Error ? error.message : String(error)}`)
/** Where faults of what runs by itself are written. */
export const onFault = (next: Listener): void => void (listener = next)

const onceEveryMs = 60_000
const mostRemembered = 10_000
const noted = new Map<string, number>()
/** Notes what failed while nobody waited for it; the same again at most once a minute. */
export function noteFault(what: string, error: unknown): void {
  const now = Date.now()
  if (now - (noted.get(what) ?? -onceEveryMs) < onceEveryMs) return
  if (noted.size > mostRemembered) noted.clear()
  noted.set(what, now)
  listener(what, error)
}

/**
 * The database is away, full, or had to break a tie: nothing is wrong with what was to be done, and
 * it is done again as it is.
 */
export function isOfDatabase(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  return (
    /^(08|53|57|58|40)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    (error instanceof Error &&
      /^(Connection terminated|timeout exceeded|Client has encountered a connection error|Cannot use a pool)/.test(
        error.message,
      ))
  )
}

/** How work falls into parts, of which one that fails stops no other. */
export interface Parts {
  /** All at once, or one by one where something has failed. */
  of<T>(list: readonly T[]): readonly (readonly T[])[]
  /** `otherwise`: what stands in the place of a part that failed and left nothing. */
  run<R>(
    what: string,
    work: () => Promise<R>,
    otherwise: (error: unknown) => Promise<R> | R,
  ): Promise<R>
}
/** Whatever fails, all of it fails. */
export const whole: Parts = {
  of: (list) => (list.length > 0 ? [list] : []),
  run: (_what, work) => work(),
}
const single = (tx: Tx): Parts => ({
  of: (list) => list.map((one) => [one]),
  async run(what, work, otherwise) {
    await sql`savepoint part`.execute(tx)
    try {
      const done = await work()
      await sql`release savepoint part`.execute(tx)
      return done
    } catch (error) {
      if (isOfDatabase(error)) throw error
      await sql`rollback to savepoint part`.execute(tx)
      noteFault(what, error)
      return otherwise(error)
    }
  },
})

/**
 * A transaction over much at once. Where it fails it is done again, each part for itself: what
 * fails then is noted, set
 * aside as `otherwise` says, and keeps nothing else from being done. Errors: rejects while the
 * database is away.
 */
export async function inParts<T>(
  db: Database,
  tenant: number,
  work: (tx: Tx, parts: Parts) => Promise<T>,
): Promise<T> {
  try {
    return await db.write(tenant, (tx) => work(tx, whole))
  } catch (error) {
    if (isOfDatabase(error)) throw error
    return db.write(tenant, (tx) => work(tx, single(tx)))
  }
}

/** One after the other, each for itself: what fails is noted and keeps no other waiting. */
export async function eachAlone<T>(
  list: Iterable<T>,
  what: (one: T) => string,
  work: (one: T) => Promise<unknown>,
  isOver: () => boolean = () => false,
): Promise<void> {
  for (const one of list) {
    if (isOver()) return
    await work(one).catch((error: unknown) => noteFault(what(one), error))
  }
}
