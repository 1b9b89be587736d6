import type { Clocks } from '#src/lib/field/act-time.ts'
import type { Deed, Entry, EntryProblem } from '#src/lib/field/entry.ts'
import {
  FieldQueue,
  type Outcome,
  type QueueSender,
  type QueueStore,
} from '#src/lib/field/queue.ts'

export const dayMs = 24 * 3_600_000
export const start = Date.parse('2026-11-25T02:00:00Z')
export class Killed extends Error {}

/** A phone’s memory; killed after so many writes, it keeps what was written. */
class Memory implements QueueStore {
  entries = new Map<string, Entry>()
  photos = new Map<string, Blob>()
  writesLeft = Infinity
  #write(): void {
    if (this.writesLeft-- <= 0) throw new Killed()
  }
  all = async () => structuredClone([...this.entries.values()])
  put = async (...entries: Entry[]) => {
    this.#write()
    for (const entry of entries) this.entries.set(entry.id, structuredClone(entry))
  }
  remove = async (entry: Entry, changed: readonly Entry[]) => {
    this.#write()
    this.entries.delete(entry.id)
    for (const { id } of entry.photos) this.photos.delete(id)
    for (const one of changed) this.entries.set(one.id, structuredClone(one))
  }
  photo = async (id: string) => this.photos.get(id)
}

/** A server that knows keys, and a line to it that loses what it likes. */
class Server implements QueueSender {
  acts: { key: string; kind: string; subject: string; actedAt: string; version: number | null }[] =
    []
  answers = new Map<string, Outcome>()
  uploads = 0
  versions = new Map<string, number>()
  ahead = 0
  serverNow = start
  heard: Clocks | null = null
  isCut = false
  /** What happens to the next tries: lost on the way there, or on the way back. */
  fate: ('there' | 'back' | 'killed')[] = []
  refuses: Partial<Record<string, EntryProblem>> = {}
  serial = 0
  now = () => this.serverNow + this.ahead
  newKey = () => `key-${++this.serial}`
  clocks = () => this.heard
  hear = async () => {
    if (this.isCut) return null
    return (this.heard = { server: this.serverNow, phone: this.now() })
  }
  upload = async () => {
    if (this.isCut) return { is: 'later', isUnsure: true, isCut: true } as const
    this.uploads++
    return { is: 'stored', url: `/file/${this.uploads}` } as const
  }
  send = async (entry: Entry): Promise<Outcome> => {
    const fate = this.fate.shift()
    if (fate === 'killed') throw new Killed()
    if (this.isCut || fate === 'there') return { is: 'later', isUnsure: true, isCut: true }
    const answer = this.#answer(entry)
    return fate === 'back' ? { is: 'later', isUnsure: true, isCut: true } : answer
  }
  #answer(entry: Entry): Outcome {
    const { key, kind, subject, actedAt, version } = entry
    const known = this.answers.get(key)
    if (known) return known
    const problem = this.refuses[kind]
    if (problem) return { is: 'refused', problem }
    const now = this.versions.get(subject) ?? 1
    if (version !== null && version !== now)
      return {
        is: 'refused',
        problem: { ...refusal, theirs: { objectVersionNumber: now } },
      }
    this.acts.push({ key, kind, subject, actedAt: actedAt!, version })
    this.versions.set(subject, now + 1)
    const answer: Outcome = { is: 'done', version: now + 1 }
    this.answers.set(key, answer)
    return answer
  }
}
export const refusal: EntryProblem = {
  status: 409,
  code: 'error.optimistic_lock',
  message: '',
  fields: {},
  detail: {},
}
export const deed = (kind: Deed['kind'], subject: string, photos: string[] = []): Deed => ({
  kind,
  subject,
  title: kind,
  input: {},
  version: 1,
  photos: photos.map((id) => ({ id, name: id })),
})
export function phone() {
  const memory = new Memory()
  const server = new Server()
  return { memory, server, queue: new FieldQueue(memory, server) }
}
export const kinds = ({ acts }: Server) => acts.map(({ kind, subject }) => `${subject} ${kind}`)
