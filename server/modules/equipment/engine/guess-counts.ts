import { sql } from 'kysely'
import type { Sql, Tx } from '#server/db/database.ts'

const windowSeconds = 60
/**
 * Failures within a window: of one name from one network, and of a network with names not at home
 * there.
 */
const mostOfName = 10
const mostOfNetwork = 200
const mostRefused = 100_000

/** What is counted of a guess: its name in its network, and the network. */
export interface GuessKeys {
  ofName: string
  ofNetwork: string
}
export interface Counts {
  ofName: number
  ofNetwork: number
  /** Seconds until the window is over. */
  left: number
}
/** Rows of `attempt` as `c (of_name, of_network, left)`. */
export const countsOf = ({ ofName, ofNetwork }: GuessKeys): Sql =>
  sql`(select coalesce(max(failures) filter (where key = ${ofName}), 0) as of_name,
      coalesce(max(failures) filter (where key = ${ofNetwork}), 0) as of_network,
      coalesce(extract(epoch from min(first_at) - now()) + ${windowSeconds}, 0)::float8 as left
    from attempt where key in (${ofName}, ${ofNetwork})
      and first_at > now() - ${windowSeconds} * interval '1 second') c`
/** Whether whoever comes now is not looked at; `isHome`: by what it names it is at home there. */
export const isOver = (isHome: Sql): Sql =>
  sql`(c.of_name >= ${mostOfName} or (c.of_network >= ${mostOfNetwork} and not ${isHome}))`

/** Notes a failure. `isHome`: of what guesses at nobody else's, the network is not told. */
export const noteFailure = (tx: Tx, { ofName, ofNetwork }: GuessKeys, isHome: Sql) =>
  sql`insert into attempt as a (key, failures)
    select k, 1 from unnest(${[ofName, ofNetwork]}::text[]) k
    where k <> ${ofNetwork} or not ${isHome} order by k
    on conflict (key) do update set
      failures = case when a.first_at > now() - ${windowSeconds} * interval '1 second'
        then a.failures + 1 else 1 end,
      first_at = case when a.first_at > now() - ${windowSeconds} * interval '1 second'
        then a.first_at else now() end`.execute(tx)
export const forgetFailures = (tx: Tx, { ofName }: GuessKeys) =>
  sql`delete from attempt where key = ${ofName}`.execute(tx)

/**
 * Names that one process refuses without asking, until a moment, and of each name one after the
 * other: of a thousand at once no more are looked at than in a row.
 */
export class Refusals {
  /** Until when (ms); the counts are the database's. */
  readonly #until = new Map<string, number>()
  readonly #turns = new Map<string, Promise<unknown>>()
  has(name: string): boolean {
    return (this.#until.get(name) ?? 0) > Date.now()
  }
  add(name: string, seconds: number): void {
    const now = Date.now()
    if (this.#until.size >= mostRefused) {
      for (const [one, until] of this.#until) if (until <= now) this.#until.delete(one)
      if (this.#until.size >= mostRefused) this.#until.clear()
    }
    this.#until.set(name, now + seconds * 1000)
  }
  async inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(name)
    const own = (before ?? Promise.resolve()).then(work, work)
    this.#turns.set(name, own)
    try {
      return await own
    } finally {
      if (this.#turns.get(name) === own) this.#turns.delete(name)
    }
  }
}
