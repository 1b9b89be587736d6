import { expect, test } from 'vitest'
import { actTime } from '#src/lib/field/act-time.ts'
import type { Entry } from '#src/lib/field/entry.ts'
import { FieldQueue } from '#src/lib/field/queue.ts'
import { dayMs, start, Killed, refusal, deed, phone, kinds } from './field-phone.ts'

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

test('what is done to parts waits for what was done to the whole, and parts for nobody else', async () => {
  const { server, queue } = phone()
  server.refuses = { countStart: refusal }
  await queue.add(deed('countStart', 'count/1'))
  await queue.add(deed('count', 'count/1/7/'))
  await queue.add(deed('count', 'count/1/8/a'))
  await queue.add(deed('count', 'count/12/7/'))
  await queue.drain(true)
  expect(kinds(server)).toEqual(['count/12/7/ count'])
  server.refuses = {}
  await queue.again(queue.entries()[0]!.id)
  server.fate = ['back']
  await queue.drain(true)
  // Not answered: nothing of it goes on before it is.
  expect(kinds(server)).toEqual(['count/12/7/ count', 'count/1 countStart'])
  await queue.drain(true)
  expect(kinds(server).slice(2)).toEqual(['count/1/7/ count', 'count/1/8/a count'])
  expect(server.acts).toHaveLength(4)
})
