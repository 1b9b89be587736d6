import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { unit as unitEntity } from '#contract/inventory/unit.ts'
import { callOf } from '#contract/entity-calls.ts'
import { TimeShare, TooMany, type Kind } from '#server/db/time-share.ts'
import { longAnswer } from '#server/http/long-answer.ts'
import { newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('turns at the thread that answers', () => {
  /** A thread whose time passes when it is told to. */
  function world() {
    let [now, busy] = [0, 0.1]
    const timers: { at: number; run: () => void }[] = []
    const share = new TimeShare({
      now: () => now,
      later: (ms, run) => void timers.push({ at: now + ms, run }),
      busy: () => busy,
    })
    const begun: string[] = []
    /** A piece of work that ends when it is told to, having taken so many ms. */
    const piece = (tenant: number, name: string, kind: Kind = 'call') => {
      let end = () => {}
      const done = share.run(
        tenant,
        kind,
        (payer) =>
          new Promise<void>((resolve) => {
            begun.push(name)
            end = () => resolve()
            ends.set(name, (ms) => (payer.add(ms), end()))
          }),
      )
      done.catch(() => undefined)
      return done
    }
    const ends = new Map<string, (ms: number) => void>()
    return {
      share,
      piece,
      begun,
      end: async (name: string, ms: number) => (ends.get(name)!(ms), settle()),
      makeBusy: (much: number) => void (busy = much),
      async pass(ms: number) {
        for (const until = now + ms; now < until; await settle()) {
          now += 10
          for (const due of timers.filter(({ at }) => at <= now))
            timers.splice(timers.indexOf(due), 1)[0]!.run()
        }
      },
    }
  }

  test('nobody waits who is alone, but for the end of some of their own long work', async () => {
    const { share, piece, begun, end } = world()
    for (let i = 0; i < 50; i++) void piece(1, `short ${i}`)
    expect(begun.length).toBe(50)
    for (let i = 0; i < 50; i++) await end(`short ${i}`, 1)
    share.add(1, 'call', 3000)
    for (let i = 0; i < 10; i++) void piece(1, `long ${i}`)
    await settle()
    expect([begun.length, share.waiting]).toEqual([56, 4])
    await end('long 0', 20)
    expect(begun.at(-1)).toBe('long 6')
  })

  test('beside another, whoever has used more than their share waits until that is some time ago; the other never does', async () => {
    const { share, piece, begun, end, pass } = world()
    void piece(2, 'small')
    await end('small', 1)
    share.add(1, 'call', 1000)
    await pass(20)
    for (let i = 0; i < 3; i++) void piece(1, `big ${i}`)
    for (let i = 0; i < 20; i++) void piece(2, `small ${i}`)
    await settle()
    expect([
      begun.filter((name) => name.startsWith('big')).length,
      begun.length,
      share.waiting,
    ]).toEqual([0, 21, 3])
    await pass(500)
    expect(begun).not.toContain('big 0')
    await pass(1150)
    // One at a time, and not the next before what the first took is some time ago too.
    expect(begun.filter((name) => name.startsWith('big'))).toEqual(['big 0'])
    await end('big 0', 300)
    expect(begun).not.toContain('big 1')
    await pass(1500)
    expect(begun).toContain('big 1')
  })

  test('work that fails ends too, and the platform waits for nothing', async () => {
    const { share, piece, begun, pass } = world()
    void piece(2, 'small')
    share.add(1, 'call', 10_000)
    await pass(20)
    void piece(1, 'big')
    void piece(0, 'platform')
    await settle()
    expect(begun).toEqual(['small', 'platform'])
    const alone = new TimeShare()
    for (let i = 0; i < 20; i++)
      await expect(alone.run(3, 'call', () => Promise.reject(new Error('no')))).rejects.toThrow(
        'no',
      )
    expect(await alone.run(3, 'call', () => Promise.resolve('yes'))).toBe('yes')
  })

  test('lists of a tenant keep neither its own devices nor its jobs waiting', async () => {
    const { share, piece, begun, pass } = world()
    void piece(2, 'small')
    share.add(1, 'call', 1000)
    await pass(20)
    for (let i = 0; i < 20; i++) void piece(1, `list ${i}`)
    void piece(1, 'message', 'message')
    void piece(1, 'job', 'job')
    expect(begun).toEqual(['small', 'message', 'job'])
    share.add(1, 'job', 1000)
    await pass(20)
    void piece(1, 'next job', 'job')
    await settle()
    expect(begun).not.toContain('next job')
  })

  test('a share shrinks while the thread is busier than what is measured of it, and grows again', async () => {
    const { share, piece, begun, end, pass, makeBusy } = world()
    const ended = new Set<string>()
    const inFiveSeconds = async () => {
      const before = begun.length
      for (let i = 0; i < 500; i++) {
        await pass(10)
        const running = begun.at(-1)!
        if (running.startsWith('big') && !ended.has(running)) await end(running, 40)
        ended.add(running)
      }
      return begun.length - before
    }
    void piece(2, 'small')
    share.add(1, 'call', 1000)
    await pass(20)
    for (let i = 0; i < 190; i++) void piece(1, `big ${i}`)
    await pass(1700)
    const free = await inFiveSeconds()
    makeBusy(0.9)
    await inFiveSeconds()
    const busy = await inFiveSeconds()
    makeBusy(0.1)
    await inFiveSeconds()
    const again = await inFiveSeconds()
    expect([free > 18, busy < free / 2, again > 1.5 * busy]).toEqual([true, true, true])
  })

  test('where most use much, nobody is spared and whoever used least is next', async () => {
    const { share, piece, begun, end, pass, makeBusy } = world()
    makeBusy(1)
    for (const tenant of [1, 2]) share.add(tenant, 'call', 1000 + tenant)
    const counts = new Map([
      [1, 0],
      [2, 0],
    ])
    const next = (tenant: number) => void piece(tenant, `${tenant}/${counts.get(tenant)}`)
    next(1)
    next(2)
    for (let i = 0; i < 400; i++) {
      await pass(10)
      for (const tenant of [1, 2]) {
        const name = `${tenant}/${counts.get(tenant)}`
        if (!begun.includes(name)) continue
        counts.set(tenant, counts.get(tenant)! + 1)
        await end(name, 20)
        next(tenant)
      }
    }
    const [one, two] = [counts.get(1)!, counts.get(2)!]
    expect(one).toBeGreaterThan(30)
    expect(Math.abs(one - two)).toBeLessThan(5)
  })

  test('a line has an end', async () => {
    const { share, piece, pass } = world()
    void piece(2, 'small')
    share.add(1, 'call', 10_000)
    await pass(20)
    for (let i = 0; i < 200; i++) void piece(1, `big ${i}`)
    await expect(piece(1, 'one too many')).rejects.toBeInstanceOf(TooMany)
    expect(share.waiting).toBe(200)
  })
})

describe('a long answer', () => {
  const row = z.object({ id: z.int(), url: z.string() })
  const page = z.object({ content: z.array(row), number: z.int(), note: z.string().optional() })
  const rows = Array.from({ length: 350 }, (_, at) => ({
    id: at,
    url: `文件 "${at}" "content":[]`,
    secret: 'not promised',
  }))
  const read = (pieces: Buffer[] | null) =>
    JSON.parse(Buffer.concat(pieces!).toString()) as { content: unknown[] }

  test('is what a short one would be, piece by piece', async () => {
    const promised = rows.map(({ id, url }) => ({ id, url }))
    const pieces = await longAnswer(
      page,
      { number: 0, note: '"content":[]', content: rows, more: 1 },
      (text) => text,
    )
    expect(pieces!.length).toBeGreaterThan(4)
    expect(read(pieces)).toEqual({ number: 0, note: '"content":[]', content: promised })
    expect(
      read(await longAnswer(z.array(row), rows, (text) => text.replaceAll('文件', '照片'))),
    ).toEqual(promised.map(({ id, url }) => ({ id, url: url.replace('文件', '照片') })))
    await expect(
      longAnswer(page, { number: 0, content: [...rows, { id: 'x' }] }, (text) => text),
    ).rejects.toThrow()
  })
  test('is left to whoever makes short ones where it is short, or no list', async () => {
    expect(
      await longAnswer(page, { number: 0, content: rows.slice(0, 100) }, (text) => text),
    ).toBeNull()
    expect(await longAnswer(z.looseObject({}), { a: rows }, (text) => text)).toBeNull()
    expect(await longAnswer(z.string(), 'text', (text) => text)).toBeNull()
  })
})

describe('of the calls of tenants', () => {
  let app: TestApp
  let big: Tenant
  let small: Tenant
  beforeAll(async () => {
    app = await startApp()
    big = await newTenant(app)
    small = await newTenant(app)
  })
  afterAll(() => app.end())

  test('those of a tenant that has used up its share wait, as many as a line holds; no other’s do', async () => {
    await small.admin.call(callOf(unitEntity, 'list'))
    const { share } = app.platform
    share.add(big.id, 'call', 1e6)
    const answers = Promise.all(
      Array.from({ length: 210 }, () => big.admin.send(callOf(unitEntity, 'list'))),
    )
    await expect.poll(() => share.waiting, { timeout: 5000 }).toBe(200)
    expect(
      (
        await Promise.all(
          Array.from({ length: 20 }, () => small.admin.send(callOf(unitEntity, 'list'))),
        )
      ).map(({ statusCode }) => statusCode),
    ).toEqual(Array.from({ length: 20 }, () => 200))
    expect(share.waiting).toBe(200)
    share.add(big.id, 'call', -1e6)
    const refused = (await answers).filter(({ statusCode }) => statusCode !== 200)
    expect(refused.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual(
      Array.from({ length: 10 }, () => [429, '1']),
    )
  })

  test('what a list takes is written down to whoever asked for it', async () => {
    await app.db.write(big.id, (tx) =>
      sql`insert into unit (code, name) select 'u' || n, 'unit ' || n from generate_series(1, 2000) n`.execute(
        tx,
      ),
    )
    const noted: [number, number][] = []
    const { share } = app.platform
    const run = share.run.bind(share)
    share.run = (tenant, kind, work) =>
      run(tenant, kind, (payer) => work({ add: (ms) => (noted.push([tenant, ms]), payer.add(ms)) }))
    const answer = await big.admin.send(callOf(unitEntity, 'list'), { size: 0 })
    expect([
      answer.json<{ content: unknown[] }>().content.length,
      Number(answer.headers['content-length']),
    ]).toEqual([2000, answer.rawPayload.length])
    expect(new Set(noted.map(([tenant]) => tenant))).toEqual(new Set([big.id]))
    // Reading what the database answers, its rows, their check and their text: none of it alone.
    expect(noted.length).toBeGreaterThan(4)
    share.run = run
  })
})
