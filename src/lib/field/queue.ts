import { actTime, type Clocks } from './act-time.ts'
import type { Deed, Entry, EntryProblem } from './entry.ts'

/** Where entries outlive the page. */
export interface QueueStore {
  all(): Promise<Entry[]>
  put(...entries: Entry[]): Promise<void>
  /** Takes an entry and its pictures away, and keeps what became of others, in one step. */
  remove(entry: Entry, changed: readonly Entry[]): Promise<void>
  photo(id: string): Promise<Blob | undefined>
}
/** What became of a try. */
export type Outcome =
  | { is: 'done'; version: number | null }
  | { is: 'refused'; problem: EntryProblem }
  /** `isUnsure`: it may have arrived. `isCut`: nothing else would get through now. */
  | { is: 'later'; isUnsure: boolean; isCut: boolean }
export interface QueueSender {
  upload(photo: Blob, name: string): Promise<{ is: 'stored'; url: string } | Outcome>
  send(entry: Entry): Promise<Outcome>
  /** Both clocks as they were last heard together; null: the server has said nothing yet. */
  clocks(): Clocks | null
  /** Both as they are now, of the server and the person that entries are for; null: out of reach. */
  hear(): Promise<Clocks | null>
  newKey(): string
  now(): number
}
const unasked = [403, 404]
/** `count/12/7` is a part of `count/12`. */
const wholesOf = (subject: string) => {
  const parts = subject.split('/')
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}
const waits = [2_000, 5_000, 10_000, 20_000, 30_000]
const longest = waits.at(-1)!
/** What waits for longer than it ever should was put off by a clock that has been put right since. */
const isDue = ({ nextAt }: Entry, now: number) => nextAt <= now || nextAt > now + longest
const waitAfter = (tries: number) => waits[Math.min(tries, waits.length) - 1] ?? waits[0]!

/**
 * What was done in the field and is still to be told: in order for each subject, each exactly once,
 * whatever is cut or killed between two steps. Whatever a next try must know is kept before it is
 * needed.
 */
export class FieldQueue {
  readonly #store: QueueStore
  readonly #sender: QueueSender
  readonly #onChange: (entries: readonly Entry[]) => void
  #entries: readonly Entry[] = []

  constructor(
    store: QueueStore,
    sender: QueueSender,
    onChange: (entries: readonly Entry[]) => void = () => undefined,
  ) {
    this.#store = store
    this.#sender = sender
    this.#onChange = onChange
  }
  entries = () => this.#entries

  /** Reads what is kept: at the start, and after another page of this browser has changed it. */
  async load(): Promise<void> {
    this.#set(await this.#store.all())
  }
  async add(deed: Deed): Promise<Entry> {
    await this.load()
    const now = this.#sender.now()
    const entry: Entry = {
      ...deed,
      id: this.#sender.newKey(),
      key: this.#sender.newKey(),
      at: Math.max(now, ...this.#entries.map(({ at }) => at + 1)),
      phoneAt: now,
      heard: this.#sender.clocks(),
      // What is done after something that is not told yet is done to what that makes of the record.
      version: this.#entries.some(({ subject }) => subject === deed.subject) ? null : deed.version,
      state: 'waiting',
      tries: 0,
      isUnsure: false,
      nextAt: 0,
    }
    await this.#keep(entry)
    return entry
  }
  /** Sends what can be sent; what waits for its next try is tried at once when `isAsked`. */
  async drain(isAsked = false): Promise<void> {
    await this.load()
    const tried = new Set<string>()
    for (let next = this.#next(tried, isAsked); next; next = this.#next(tried, isAsked)) {
      tried.add(next.id)
      if (await this.#try(next)) return
      await this.load()
    }
  }
  /** When the next try is due; null: nothing waits. */
  dueAt(): number | null {
    const now = this.#sender.now()
    const due = this.#heads()
      .filter(({ state }) => state !== 'stopped')
      .map((entry) => (isDue(entry, now) ? now : entry.nextAt))
    return due.length > 0 ? Math.min(...due) : null
  }
  /**
   * Goes on with what was stopped, in the same or in other words, on the version that is there now.
   * Of what may have arrived the words stay.
   */
  async again(id: string, change: Partial<Pick<Entry, 'input' | 'photos' | 'version'>> = {}) {
    await this.load()
    const found = this.#entries.find((one) => one.id === id)
    if (!found) return
    if (found.isUnsure) return this.#keep({ ...found, state: 'waiting', nextAt: 0 })
    await this.#keep({
      ...found,
      ...change,
      key: this.#sender.newKey(),
      state: 'waiting',
      problem: undefined,
      tries: 0,
      nextAt: 0,
    })
  }
  /** Gives it up, with its pictures. What came after it is done to the record as it is now. */
  async discard(id: string): Promise<void> {
    await this.load()
    const found = this.#entries.find((one) => one.id === id)
    if (!found) return
    const follower = this.#after(found)
    const known = found.problem?.theirs?.objectVersionNumber
    const version = typeof known === 'number' ? known : found.version
    await this.#remove(
      found,
      follower && follower.version === null ? [{ ...follower, version }] : [],
    )
  }

  #heads(): Entry[] {
    const before = new Set<string>()
    return this.#entries.filter(({ subject }) => {
      const isFirst = wholesOf(subject).every((one) => !before.has(one))
      before.add(subject)
      return isFirst
    })
  }
  #next(tried: ReadonlySet<string>, isAsked: boolean): Entry | undefined {
    const now = this.#sender.now()
    return this.#heads().find(
      (entry) =>
        entry.state !== 'stopped' && !tried.has(entry.id) && (isAsked || isDue(entry, now)),
    )
  }
  #after = ({ subject, at }: Entry) =>
    this.#entries.find((one) => one.subject === subject && one.at > at)

  /** Answers whether nothing else would get through. */
  async #try(found: Entry): Promise<boolean> {
    let entry: Entry = { ...found, state: 'sending', tries: found.tries + 1 }
    await this.#keep(entry)
    const clocks = await this.#sender.hear()
    if (!clocks) return this.#settle(entry, { is: 'later', isUnsure: false, isCut: true })
    for (const { id, name, url } of entry.photos) {
      if (url) continue
      const photo = await this.#store.photo(id)
      const stored = photo
        ? await this.#sender.upload(photo, name)
        : ({ is: 'refused', problem: lost } as const)
      if (stored.is !== 'stored') return this.#settle(entry, stored, id)
      const photos = entry.photos.map((one) => (one.id === id ? { ...one, url: stored.url } : one))
      entry = { ...entry, photos }
      await this.#keep(entry)
    }
    const { phoneAt, heard } = entry
    const actedAt = entry.actedAt ?? new Date(actTime(phoneAt, heard, clocks)).toISOString()
    entry = { ...entry, isUnsure: true, actedAt }
    await this.#keep(entry)
    const outcome = await this.#sender.send(entry)
    return this.#settle({ ...entry, isUnsure: found.isUnsure }, outcome)
  }
  async #settle(entry: Entry, outcome: Outcome, photo?: string): Promise<boolean> {
    if (outcome.is === 'done') {
      const follower = this.#after(entry)
      const isNext = follower && follower.version === null
      await this.#remove(entry, isNext ? [{ ...follower, version: outcome.version }] : [])
    } else if (outcome.is === 'refused') {
      const problem = photo ? { ...outcome.problem, photo } : outcome.problem
      // Who may not ask is told so before it is looked up whether an earlier try has arrived.
      const isUnsure = entry.isUnsure && unasked.includes(problem.status)
      await this.#keep({ ...entry, state: 'stopped', isUnsure, problem })
    } else {
      const isUnsure = entry.isUnsure || outcome.isUnsure
      const nextAt = this.#sender.now() + waitAfter(entry.tries)
      await this.#keep({ ...entry, state: 'waiting', isUnsure, nextAt })
      return outcome.isCut
    }
    return false
  }
  async #keep(entry: Entry): Promise<void> {
    await this.#store.put(entry)
    this.#set([...this.#entries.filter(({ id }) => id !== entry.id), entry])
  }
  async #remove(entry: Entry, changed: readonly Entry[]): Promise<void> {
    await this.#store.remove(entry, changed)
    const gone = new Set([entry, ...changed].map(({ id }) => id))
    this.#set([...this.#entries.filter(({ id }) => !gone.has(id)), ...changed])
  }
  #set(entries: readonly Entry[]): void {
    this.#entries = entries.toSorted((a, b) => a.at - b.at)
    this.#onChange(this.#entries)
  }
}
const lost: EntryProblem = {
  status: 0,
  code: 'field.photo_lost',
  message: '',
  fields: {},
  detail: {},
}
