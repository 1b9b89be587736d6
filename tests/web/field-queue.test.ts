import { expect, test } from 'vitest'
import { actTime, type Clocks } from '#src/lib/field/act-time.ts'
import type { Deed, Entry, EntryProblem } from '#src/lib/field/entry.ts'
import {
  FieldQueue,
  type Outcome,
  type QueueSender,
  type QueueStore,
} from '#src/lib/field/queue.ts'

const dayMs = 24 * 3_600_000
const start = Date.parse('2026-11-25T02:00:00Z')
class Killed extends Error {}

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
const refusal: EntryProblem = {
  status: 409,
  code: 'error.optimistic_lock',
  message: '',
  fields: {},
  detail: {},
}
const deed = (kind: Deed['kind'], subject: string, photos: string[] = []): Deed => ({
  kind,
  subject,
  title: kind,
  input: {},
  version: 1,
  photos: photos.map((id) => ({ id, name: id })),
})
function phone() {
  const memory = new Memory()
  const server = new Server()
  return { memory, server, queue: new FieldQueue(memory, server) }
}
const kinds = ({ acts }: Server) => acts.map(({ kind, subject }) => `${subject} ${kind}`)

test('what is done offline goes out in order, the second on the version that the first makes', async () => {
  const { memory, server, queue } = phone()
  server.isCut = true
  await queue.add(deed('start', 'task/1'))
  await queue.add(deed('finish', 'task/1', ['a', 'b']))
  for (const id of ['a', 'b']) memory.photos.set(id, new Blob([id]))
  await queue.drain(true)
  expect(server.acts).toEqual([])
  server.isCut = false
  await queue.drain(true)
  expect(server.acts.map(({ kind, version }) => [kind, version])).toEqual([
    ['start', 1],
    ['finish', 2],
  ])
  expect(server.uploads).toBe(2)
  expect(memory.entries.size + memory.photos.size).toBe(0)
})

test('an answer that is lost, or never comes, doubles nothing', async () => {
  for (const fate of ['there', 'back'] as const) {
    const { server, queue } = phone()
    await queue.add(deed('log', 'log/1'))
    server.fate = [fate, fate]
    for (let tries = 0; tries < 3; tries++) await queue.drain(true)
    expect(server.acts).toHaveLength(1)
    expect(queue.entries()).toEqual([])
  }
})

test('words that may have arrived are not changed, and asked about under the same key', async () => {
  const { server, queue } = phone()
  const { id } = await queue.add(deed('log', 'log/1'))
  server.fate = ['back']
  await queue.drain(true)
  expect(queue.entries()).toMatchObject([{ isUnsure: true, state: 'waiting' }])
  await queue.again(id, { input: { logTitle: 'other' } })
  expect(queue.entries()).toMatchObject([{ input: {}, isUnsure: true }])
  await queue.drain(true)
  expect(server.acts).toHaveLength(1)
})

test('who may not ask any more is not told whether it arrived: the key stays', async () => {
  const { server, queue } = phone()
  const { id } = await queue.add(deed('log', 'log/1'))
  server.fate = ['back']
  await queue.drain(true)
  const [{ key }] = queue.entries() as [Entry]
  const known = server.answers.get(key)!
  server.answers.set(key, { is: 'refused', problem: { ...refusal, status: 403 } })
  await queue.drain(true)
  expect(queue.entries()).toMatchObject([{ state: 'stopped', isUnsure: true }])
  server.answers.set(key, known)
  await queue.again(id)
  await queue.drain(true)
  expect(server.acts).toHaveLength(1)
  expect(queue.entries()).toEqual([])
})

test('killed before any write, and taken up again, everything is told once and in order', async () => {
  for (let writes = 0; writes < 24; writes++) {
    const { memory, server, queue } = phone()
    await queue.add(deed('start', 'task/1'))
    await queue.add(deed('finish', 'task/1', ['a']))
    await queue.add(deed('log', 'log/1'))
    memory.photos.set('a', new Blob(['a']))
    memory.writesLeft = writes
    await queue.drain(true).catch((error: unknown) => expect(error).toBeInstanceOf(Killed))
    memory.writesLeft = Infinity
    await new FieldQueue(memory, server).drain(true)
    expect(kinds(server).filter((one) => one.startsWith('task'))).toEqual([
      'task/1 start',
      'task/1 finish',
    ])
    expect(kinds(server)).toHaveLength(3)
    expect(memory.entries.size).toBe(0)
  }
})

test('what is refused stops its own task alone, and goes on as its person decides', async () => {
  const { server, queue } = phone()
  server.versions.set('task/1', 5)
  const { id } = await queue.add(deed('start', 'task/1'))
  await queue.add(deed('finish', 'task/1'))
  await queue.add(deed('start', 'task/2'))
  await queue.drain(true)
  expect(kinds(server)).toEqual(['task/2 start'])
  const [first, second] = queue.entries()
  expect(first).toMatchObject({ state: 'stopped', problem: { theirs: { objectVersionNumber: 5 } } })
  expect(second).toMatchObject({ state: 'waiting', tries: 0 })
  await queue.again(id, { version: 5 })
  await queue.drain(true)
  expect(kinds(server)).toEqual(['task/2 start', 'task/1 start', 'task/1 finish'])
})

test('what comes after something that is given up is done to the record as it is now', async () => {
  const { server, queue } = phone()
  server.versions.set('task/1', 3)
  const { id } = await queue.add(deed('start', 'task/1'))
  await queue.add(deed('finish', 'task/1'))
  await queue.drain(true)
  await queue.discard(id)
  await queue.drain(true)
  expect(server.acts).toMatchObject([{ kind: 'finish', version: 3 }])
})

test('a picture that is gone stops the entry before anything is sent', async () => {
  const { server, queue } = phone()
  await queue.add(deed('log', 'log/1', ['gone']))
  await queue.drain(true)
  expect(queue.entries()).toMatchObject([
    { state: 'stopped', problem: { code: 'field.photo_lost', photo: 'gone' } },
  ])
  expect(server.acts).toEqual([])
})

test('tries are put further apart, and the time of the act stays the first', async () => {
  const { server, queue } = phone()
  await queue.add(deed('log', 'log/1'))
  server.fate = ['there']
  await queue.drain()
  const due = queue.dueAt()!
  expect(due).toBeGreaterThan(server.now())
  await queue.drain()
  expect(server.acts).toEqual([])
  server.serverNow = due + 3_600_000
  await queue.drain()
  expect(server.acts).toMatchObject([{ actedAt: new Date(start).toISOString() }])
})

test('a clock that is put back a day puts no try off by one', async () => {
  const { server, queue } = phone()
  await queue.add(deed('log', 'log/1'))
  server.fate = ['back']
  await queue.drain()
  server.ahead = -dayMs
  await queue.drain()
  expect(queue.entries()).toEqual([])
  expect(server.acts).toHaveLength(1)
})

test('a clock that is wrong by a day, always or until it is put right, says when it was', async () => {
  for (const wrong of [dayMs, -dayMs]) {
    const at = start + 3_600_000
    const now = { server: start + 7_200_000, phone: start + 7_200_000 }
    const always = (server: number) => ({ server, phone: server + wrong })
    // Wrong before and after.
    expect(actTime(at + wrong, always(start), always(now.server))).toBe(at)
    // Put right before it is told.
    expect(actTime(at + wrong, always(start), now)).toBe(at)
    // Right when last heard, wrong when it was done and since.
    expect(actTime(at + wrong, { server: start, phone: start }, always(now.server))).toBe(at)
  }
  // Wrong for the act alone: it lies between what was heard before and now.
  const lost = actTime(
    start + dayMs,
    { server: start, phone: start },
    { server: start + 9, phone: start + 9 },
  )
  expect(lost).toBeLessThanOrEqual(start + 9)
  expect(lost).toBeGreaterThanOrEqual(start)
})

test('a random life of a phone loses nothing, doubles nothing and keeps each task’s order', async () => {
  let seed = 26
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  for (let life = 0; life < 300; life++) {
    const { memory, server } = phone()
    let queue = new FieldQueue(memory, server)
    const done: string[] = []
    for (let step = 0; step < 30; step++) {
      server.serverNow += random(60_000)
      const what = random(8)
      if (what < 3) {
        const subject = `task/${random(3)}`
        const name = `${subject} ${(['start', 'finish'] as const)[random(2)]!}`
        const [, kind] = name.split(' ') as [string, 'start' | 'finish']
        await queue.add(deed(kind, subject))
        done.push(name)
      } else if (what === 3) server.isCut = random(2) === 1
      else if (what === 4) server.fate.push((['there', 'back', 'killed'] as const)[random(3)]!)
      else if (what === 5) memory.writesLeft = random(4)
      else await queue.drain(true).catch(() => undefined)
      if (memory.writesLeft <= 0 || what === 5) {
        memory.writesLeft = Infinity
        queue = new FieldQueue(memory, server)
      }
    }
    server.isCut = false
    server.fate = []
    memory.writesLeft = Infinity
    // A version that is another’s meanwhile is nobody’s here: all are ours, in order.
    for (let tries = 0; tries < 40 && memory.entries.size > 0; tries++) {
      queue = new FieldQueue(memory, server)
      await queue.drain(true)
      for (const { id, state, problem } of queue.entries())
        if (state === 'stopped')
          await queue.again(id, { version: problem!.theirs!.objectVersionNumber as number })
    }
    for (const subject of ['task/0', 'task/1', 'task/2'])
      expect(kinds(server).filter((one) => one.startsWith(subject))).toEqual(
        done.filter((one) => one.startsWith(subject)),
      )
  }
})
