import { readFileSync } from 'node:fs'
import { request as httpRequest, Agent } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { Front } from '#server/http/front.ts'
import { newFolder, ready, run, setUp, signIn, type Running } from './process.ts'

/** The embedded database of a data folder, as its owner. */
async function owner(dataDir: string): Promise<pg.Client> {
  // Its fifth line says where the socket is: below a folder that root alone may enter it is
  // elsewhere.
  const host = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4]!
  const client = new pg.Client({ host, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
const statusOf = (address: string, path: string, headers: Record<string, string> = {}) =>
  fetch(address + path, { headers }).then(
    async (r) => ({ status: r.status, body: await r.text() }),
    () => null,
  )

test(
  'what runs when we are told to end is finished and answered; the next connection is refused, streams come back',
  { timeout: 90_000 },
  async () => {
    const dataDir = newFolder()
    let server = await ready(await run(dataDir))
    const { token, tenant } = await setUp(server)
    const authorization = `Bearer ${token}`
    const stream = await fetch(`${server.address}/iam/v1/${tenant}/live`, {
      headers: { authorization, accept: 'text/event-stream' },
    })
    const said = stream.text()
    // Somebody holds the table: the write below waits for two seconds.
    const holder = await owner(dataDir)
    await holder.query('begin; lock table unit in exclusive mode')
    const write = fetch(`${server.address}/wfpf/v1/${tenant}/unit`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'slow', name: '袋' }),
    })
    await wait(500)
    server.child.kill('SIGTERM')
    await wait(700)
    expect(await statusOf(server.address, '/healthz')).toBeNull()
    expect(await said).toContain('event: again')
    expect(server.child.exitCode).toBeNull()
    await wait(800)
    await holder.query('commit')
    await holder.end()
    const answer = await write
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await server.ended).toBe(0)
    server = await ready(await run(dataDir))
    const again = await signIn(server.address, 'first', 'Operate#26')
    const found = await statusOf(server.address, `/wfpf/v1/${tenant}/unit?code=slow`, {
      authorization: `Bearer ${again.token}`,
    })
    expect(JSON.parse(found!.body)).toMatchObject({ totalElements: 1 })
  },
)

test('whoever cannot wait says it twice', { timeout: 60_000 }, async () => {
  const dataDir = newFolder()
  const server = await ready(await run(dataDir))
  const { token, tenant } = await setUp(server)
  const holder = await owner(dataDir)
  await holder.query('begin; lock table unit in exclusive mode')
  const write = fetch(`${server.address}/wfpf/v1/${tenant}/unit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ code: 'slow', name: '袋' }),
  }).catch(() => null)
  await wait(300)
  server.child.kill('SIGINT')
  await wait(1300)
  const before = performance.now()
  server.child.kill('SIGINT')
  expect(await server.ended).not.toBe(0)
  expect(performance.now() - before).toBeLessThan(1500)
  await write
  await holder.end().catch(() => undefined)
  // The database ends by itself, or is taken over; either way the next start has it.
  const { address } = await ready(await run(dataDir))
  expect((await statusOf(address, '/readyz'))!.status).toBe(200)
  // What is counted over all tenants is counted with the rights of who owns the tables.
  expect((await statusOf(address, '/metrics'))!.body).toMatch(/^furrow_database_bytes \d/m)
})

async function countDemo(dataDir: string): Promise<string[]> {
  const client = await owner(dataDir)
  const counts = []
  for (const table of [
    'account',
    'tenant',
    'land',
    'device',
    'file',
    'stock_ledger',
    'stock_document',
    'notice',
    'alarm_rule',
    'approval_case',
    'camera',
    'sim_card',
  ]) {
    counts.push(
      `${table} ${(await client.query(`select count(*)::int as n from ${table}`)).rows[0].n}`,
    )
  }
  counts.push(
    `demo ${JSON.stringify((await client.query("select value from installation where name = 'demo'")).rows[0]?.value)}`,
  )
  await client.end()
  return counts
}

test(
  'a first start says how far it is, and one that is broken off at any moment leaves no half a demo',
  { timeout: 300_000 },
  async () => {
    const env = { FURROW_DEMO: 'on', FURROW_SIMULATOR: 'off' }
    const [whole, broken] = [newFolder(), newFolder()]
    const first = await run(whole, env)
    const pages = new Set<string>()
    for (let answer = null as Awaited<ReturnType<typeof statusOf>>; answer?.status !== 200;) {
      answer = await statusOf(first.address, '/readyz')
      const page = await statusOf(first.address, '/', { accept: 'text/html' })
      if (page?.status === 503) {
        expect(page.body).toMatch(/http-equiv="refresh".*控制台正在启动.*The console is starting/s)
        pages.add(/max="100" value="(\d+)"/.exec(page.body)![1]!)
        expect((await statusOf(first.address, '/healthz'))?.status).toBe(200)
      }
      await wait(50)
    }
    expect(pages.size).toBeGreaterThan(2)
    const wanted = await countDemo(whole)
    first.child.kill('SIGTERM')
    await first.ended
    let server: Running | undefined
    for (const [signal, afterMs] of [
      ['SIGKILL', 3500],
      ['SIGTERM', 6000],
      ['SIGINT', 2500],
    ] as const) {
      server = await run(broken, env)
      await wait(afterMs)
      server.child.kill(signal)
      await server.ended
    }
    server = await ready(await run(broken, env))
    expect(server.output()).not.toContain('fault')
    expect(await countDemo(broken)).toEqual(wanted)
    expect(wanted.at(-1)).toBe('demo "filled"')
  },
)

test('a port that is taken is said in one sentence', { timeout: 30_000 }, async () => {
  const front = new Front()
  await front.listen(0, '127.0.0.1')
  const { port } = front.server.address() as { port: number }
  const second = await run(newFolder(), { PORT: String(port) })
  expect(await second.ended).toBe(1)
  expect(second.output().trim()).toBe(
    `PORT ${port} is in use: stop what listens there, or set another PORT.`,
  )
  await front.drain(0)
})

test(
  'a body is judged by its pace: slow and steady is taken, one that stands still is ended',
  { timeout: 30_000 },
  async () => {
    const front = new Front({ paceMs: 300 })
    front.serve((request, response) => {
      let size = 0
      request
        .on('data', (part: Buffer) => void (size += part.length))
        .on('end', () => response.end(String(size)))
    })
    await new Promise<void>((resolve) => front.server.listen(0, '127.0.0.1', resolve))
    const { port } = front.server.address() as { port: number }
    const agent = new Agent()
    const steady = new Promise<string>((resolve, reject) => {
      const sent = httpRequest(
        { port, agent, method: 'POST', headers: { 'content-length': 12 * 20_000 } },
        (answer) => answer.on('data', (part: Buffer) => resolve(part.toString())),
      )
      sent.on('error', reject)
      void (async () => {
        for (let i = 0; i < 12; i++) {
          sent.write(Buffer.alloc(20_000))
          await wait(200)
        }
        sent.end()
      })()
    })
    const stalled = new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nonly this'),
      )
      let heard = ''
      socket.on('data', (part) => (heard += part.toString())).on('close', () => resolve(heard))
    })
    expect(await stalled).toContain('408')
    expect(await steady).toBe('240000')
    await front.drain(0)
  },
)
