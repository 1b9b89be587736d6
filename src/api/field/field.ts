import type { CountPack } from '#contract/inventory/counting.ts'
import type { FieldPack } from '#contract/work/field-calls.ts'
import type { Clocks } from '#src/lib/field/act-time.ts'
import type { Deed, Entry, EntryPhoto, EntryProblem } from '#src/lib/field/entry.ts'
import { FieldQueue, type QueueStore } from '#src/lib/field/queue.ts'
import { signedBy } from '#src/lib/field/signed.ts'
import { randomId } from '#src/lib/random.ts'
import { shrinkImage } from '#src/lib/shrink-image.ts'
import { withSent } from './counted.ts'
import { clocksHeard, onHeard, recallClocks } from './clocks.ts'
import { ownVault } from './keep.ts'
import { senderOf } from './send.ts'
import { clearOthers, type Vault } from './vault.ts'

interface Kept<Pack> {
  /** When it was fetched. */
  at: number
  clocks: Clocks | null
  pack: Pack
}
export type KeptPack = Kept<FieldPack>
interface FieldState {
  entries: readonly Entry[]
  kept: KeptPack | null
  /** Sheets of stock to be counted. */
  counts: Kept<CountPack> | null
  /** The last try to reach the server got through: browsers say `online` of many a dead network. */
  isReached: boolean
}
interface Running {
  vault: Vault
  queue: FieldQueue
  state: FieldState
  timer?: ReturnType<typeof setTimeout>
  channel: BroadcastChannel
}
/** What is typed into a report before it is handed in. */
export interface Draft {
  value: Readonly<Record<string, unknown>>
  photos: readonly EntryPhoto[]
}
const nothing: FieldState = { entries: [], kept: null, counts: null, isReached: true }
const lockName = 'furrow:field'
const newMs = 60 * 60_000
const draftName = (subject: string) => `draft/${subject}`
let running: Running | null = null
let starting: Promise<boolean> | null = null
const listeners = new Set<() => void>()

export const fieldState = (): FieldState => running?.state ?? nothing
/** Whether this browser keeps what is done until it is sent. */
export const isFieldOn = () => running !== null
export function onField(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function set(change: Partial<FieldState>): void {
  if (!running) return
  running.state = { ...running.state, ...change }
  listeners.forEach((listener) => listener())
}

const storeOf = (vault: Vault): QueueStore => ({
  all: () => vault.readAll<Entry>('entries'),
  put: (...entries) =>
    vault.write(entries.map((value) => ({ table: 'entries', id: value.id, value }))),
  remove: (entry, changed) =>
    vault.write(
      changed.map((value) => ({ table: 'entries', id: value.id, value })),
      [
        { table: 'entries', id: entry.id },
        ...entry.photos.map(({ id }) => ({ table: 'photos' as const, id })),
      ],
    ),
  photo: (id) => vault.read<Blob>('photos', id),
})

/** Opens what is kept for the person of this page and goes on with it. False: nothing can be kept. */
export function startField(): Promise<boolean> {
  starting ??= start().catch(() => false)
  return starting
}
async function start(): Promise<boolean> {
  const vault = await ownVault()
  if (!vault) {
    starting = null
    return false
  }
  const kept = await vault.read<KeptPack>('kept', 'pack')
  const counts = await vault.read<Kept<CountPack>>('kept', 'counts')
  recallClocks(kept?.clocks ?? undefined)
  const channel = new BroadcastChannel(lockName)
  const tell = (entries: readonly Entry[]) => set({ entries })
  const sender = senderOf(vault.owner)
  const queue = new FieldQueue(
    storeOf(vault),
    {
      ...sender,
      send: async (entry) => {
        const outcome = await sender.send(entry)
        if (outcome.is === 'done') await noteSent(entry).catch(() => undefined)
        return outcome
      },
    },
    tell,
  )
  running = {
    vault,
    queue,
    channel,
    state: { ...nothing, kept: kept ?? null, counts: counts ?? null },
  }
  channel.onmessage = () => void queue.load()
  await queue.load()
  set({})
  addEventListener('online', () => void drainField(true))
  onHeard(() => {
    if (running?.state.isReached) return
    set({ isReached: true })
    void drainField(true)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void drainField()
  })
  void clearOthers(vault.owner).catch(() => undefined)
  void clearPhotos(vault, queue.entries()).catch(() => undefined)
  void drainField()
  return true
}
/** Pictures that were taken out of a report again. */
async function clearPhotos(vault: Vault, entries: readonly Entry[]): Promise<void> {
  const drafts = (await vault.ids('kept')).filter((id) => id.startsWith(draftName('')))
  const kept = await Promise.all(drafts.map((id) => vault.read<Draft>('kept', id)))
  const used = new Set(
    [...entries, ...kept].flatMap((one) => one?.photos.map(({ id }) => id) ?? []),
  )
  // Another page may be about to name what it has just taken.
  const isOld = (id: string) => Number.parseInt(id, 36) < Date.now() - newMs
  const unused = (await vault.ids('photos')).filter((id) => !used.has(id) && isOld(id))
  await vault.write(
    [],
    unused.map((id) => ({ table: 'photos', id })),
  )
}
const isWaiting = ({ state, tries }: Entry) => state === 'waiting' && tries > 0

/** Sends what can be sent, in one page of this browser at a time. */
export async function drainField(isAsked = false): Promise<void> {
  const now = running
  if (!now || now.state.entries.length === 0 || (!navigator.onLine && !isAsked)) return
  clearTimeout(now.timer)
  const heard = clocksHeard()
  await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock) await now.queue.drain(isAsked)
  })
  if (now.state.entries.some(isWaiting) && clocksHeard() === heard) set({ isReached: false })
  now.channel.postMessage('changed')
  const due = now.queue.dueAt()
  if (due !== null)
    now.timer = setTimeout(() => void drainField(), Math.max(1_000, due - Date.now()))
}
/** Takes along what is needed where there is no network. */
export async function keepPack(pack: FieldPack): Promise<void> {
  const kept: KeptPack = { at: Date.now(), clocks: clocksHeard(), pack }
  await running?.vault.write([{ table: 'kept', id: 'pack', value: kept }])
  set({ kept })
}

export async function keepCounts(pack: CountPack): Promise<void> {
  const counts = { at: Date.now(), clocks: clocksHeard(), pack }
  await running?.vault.write([{ table: 'kept', id: 'counts', value: counts }])
  set({ counts })
}

async function noteSigned(entry: Entry): Promise<void> {
  const kept = running?.state.kept
  if (!kept) return
  const signedIn = signedBy(kept.pack.signedIn ?? null, entry)
  if (signedIn === kept.pack.signedIn) return
  const now = { ...kept, pack: { ...kept.pack, signedIn } }
  await running!.vault.write([{ table: 'kept', id: 'pack', value: now }])
  set({ kept: now })
}
/** Where it is looked at before it is fetched again, what was done to it shows. */
async function noteSent(entry: Entry): Promise<void> {
  await noteSigned(entry)
  const counts = running?.state.counts
  if (!counts || (entry.kind !== 'count' && entry.kind !== 'countStart')) return
  const now = { ...counts, pack: withSent(counts.pack, entry) }
  await running!.vault.write([{ table: 'kept', id: 'counts', value: now }])
  set({ counts: now })
}

/** What became of a deed while somebody waited for it; `null`: it is kept, and will be sent. */
export type DeedResult = { is: 'sent' | 'kept' } | { is: 'refused'; problem: EntryProblem }
const patienceMs = 10_000
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Does something: kept first, then sent if that is possible now. What is refused at once is handed
 * back, and its pictures stay with whoever entered it.
 */
export async function perform(deed: Deed): Promise<DeedResult> {
  const now = running!
  const { id } = await now.queue.add(deed)
  now.channel.postMessage('changed')
  const sending = drainField(navigator.onLine)
  if (now.state.isReached) await Promise.race([sending, pause(patienceMs)])
  const found = now.queue.entries().find((one) => one.id === id)
  if (!found) return { is: 'sent' }
  if (found.state !== 'stopped' || !found.problem || found.isUnsure) return { is: 'kept' }
  await now.vault.write([], [{ table: 'entries', id }])
  await now.queue.load()
  return { is: 'refused', problem: found.problem }
}
/** Keeps a deed, and sends it when that is possible; nobody waits for it. */
export async function keepDeed(deed: Deed): Promise<void> {
  const now = running!
  await now.queue.add(deed)
  now.channel.postMessage('changed')
  void drainField(navigator.onLine)
}
/** Goes on with what was stopped. */
export async function again(
  id: string,
  change?: Partial<Pick<Entry, 'input' | 'photos' | 'version'>>,
): Promise<void> {
  await running?.queue.again(id, change)
  await drainField(true)
}
export async function discard(id: string): Promise<void> {
  await running?.queue.discard(id)
  running?.channel.postMessage('changed')
  void drainField(true)
}

/** A picture as it is taken: made small, and kept before anything else happens. */
export async function keepPhoto(file: File): Promise<EntryPhoto> {
  const small = await shrinkImage(file)
  const photo = { id: `${Date.now().toString(36)}-${randomId()}`, name: small.name }
  await running!.vault.write([{ table: 'photos', id: photo.id, value: small }])
  return photo
}
/** What was said, kept as it was recorded. */
export async function keepSound(file: File): Promise<EntryPhoto> {
  const sound = {
    id: `${Date.now().toString(36)}-${randomId()}`,
    name: file.name,
    soundBytes: file.size,
  }
  await running!.vault.write([{ table: 'photos', id: sound.id, value: file }])
  return sound
}
export const photoOf = (id: string): Promise<Blob | undefined> =>
  running?.vault.read<Blob>('photos', id) ?? Promise.resolve(undefined)
export const readDraft = (subject: string): Promise<Draft | undefined> =>
  running?.vault.read<Draft>('kept', draftName(subject)) ?? Promise.resolve(undefined)
export async function keepDraft(subject: string, draft: Draft | null): Promise<void> {
  const place = { table: 'kept' as const, id: draftName(subject) }
  await running?.vault.write(draft ? [{ ...place, value: draft }] : [], draft ? [] : [place])
}
/** What would be lost by signing out. */
export async function unsentTitles(): Promise<readonly string[]> {
  if (!running) return []
  await running.queue.load()
  return running.state.entries.map(({ title }) => title)
}
