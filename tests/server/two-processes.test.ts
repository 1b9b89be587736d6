import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase, seeAll } from './harness.ts'
import { newFolder, ready, run, seal, setUp, signIn } from './process.ts'

// Two real processes on one database, whose files lie in one object store: whatever one was told,
// the other knows.
let database: TestDatabase
let store: Server
const objects = new Map<string, Buffer>()
beforeAll(async () => {
  database = await emptyDatabase()
  // Keeps what is put; that signatures are right is asked elsewhere (adapters.test.ts).
  store = createServer((request, response) => {
    const parts: Buffer[] = []
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        if (request.method === 'PUT') objects.set(request.url!, Buffer.concat(parts))
        const found = objects.get(request.url!)
        if (request.method === 'DELETE') objects.delete(request.url!)
        if (found)
          response
            .writeHead(200, { 'content-length': request.method === 'GET' ? found.length : 0 })
            .end(request.method === 'GET' ? found : undefined)
        else response.writeHead(404).end()
      })
  })
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  store.close()
  await database.drop()
})
async function ofAll<T extends object>(statement: string): Promise<T[]> {
  const client = await seeAll(database)
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

test(
  'two processes that start at once on an empty database are one console',
  { timeout: 150_000 },
  async () => {
    const s3 = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
    const env = {
      DATABASE_URL: database.owner,
      FURROW_SECRET: 'one secret for both of them',
      S3_ENDPOINT: s3,
      S3_ACCESS_KEY_ID: 'AKTEST',
      S3_SECRET_ACCESS_KEY: 'hush',
    }
    const [one, two] = (await Promise.all(
      (await Promise.all([run(newFolder(), env), run(newFolder(), env)])).map(ready),
    )) as [Awaited<ReturnType<typeof run>>, Awaited<ReturnType<typeof run>>]
    const { token, tenant } = await setUp(one)
    const ask = (server: { address: string }, path: string, init: RequestInit = {}) =>
      fetch(`${server.address}${path}`, {
        ...init,
        headers: {
          authorization: `Bearer ${token}`,
          ...(typeof init.body === 'string' && { 'content-type': 'application/json' }),
        },
      })
    const json = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T

    // Signed in at one, known at the other; a password sealed with the key that one gave opens at
    // the other.
    expect((await ask(two, '/iam/stong/v1/users/self')).status).toBe(200)
    const elsewhere = new URLSearchParams({
      grant_type: 'password',
      username: 'first',
      password: await seal(one.address, 'Operate#26'),
    })
    expect(
      (await fetch(`${two.address}/oauth/oauth/token`, { method: 'POST', body: elsewhere })).status,
    ).toBe(200)
    expect((await signIn(two.address, 'first', 'Operate#26')).tenant).toBe(tenant)

    // What is stored through one is told to the browsers of the other, and found there.
    const told = new AbortController()
    const stream = await ask(two, `/iam/v1/${tenant}/live`, { signal: told.signal })
    const unit = `/wfpf/v1/${tenant}/unit`
    const made = await json<{ id: number }>(
      ask(one, unit, { method: 'POST', body: JSON.stringify({ code: 'shared', name: '袋' }) }),
    )
    let heard = ''
    for await (const part of stream.body!.pipeThrough(new TextDecoderStream()))
      if ((heard += part).includes(`"resource":"unit","ids":[${made.id}]`)) break
    told.abort()
    expect(heard).toContain('"kind":"created"')
    expect(await json(ask(two, `${unit}?code=shared`))).toMatchObject({
      totalElements: 1,
      content: [{ id: made.id }],
    })

    // Wrong passwords are counted together: three at one, and the other asks for a captcha.
    const wrong = async (server: { address: string }) =>
      fetch(`${server.address}/oauth/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'password',
          username: 'stranger',
          password: await seal(server.address, 'Nothing#26'),
        }),
      })
    const needs = async (server: { address: string }) =>
      (
        await json<{ isNeedCaptcha: boolean }>(
          fetch(`${server.address}/oauth/login/user-params?username=stranger`),
        )
      ).isNeedCaptcha
    for (const server of [one, two, one]) {
      expect(await needs(two)).toBe(false)
      await wrong(server)
    }
    expect([await needs(one), await needs(two)]).toEqual([true, true])

    // Each job is done once, whoever takes it up.
    const asked = Array.from({ length: 8 }, (_, at) =>
      json<{ jobId: number }>(
        ask(at % 2 ? one : two, `/iam/v1/${tenant}/exports`, {
          method: 'POST',
          body: JSON.stringify({ entity: 'unit', format: 'xlsx', columns: ['code'], query: {} }),
        }),
      ),
    )
    const jobs = (await Promise.all(asked)).map(({ jobId }) => jobId)
    const stateOf = async (id: number) =>
      (await json<{ state: string }>(ask(two, `/iam/v1/${tenant}/jobs/${id}`))).state
    for (const id of jobs)
      await expect.poll(() => stateOf(id), { timeout: 60_000, interval: 100 }).toBe('done')
    const tries = await ofAll<{ tries: number }>(`select tries from job where kind = 'list-export'`)
    expect(tries.map((job) => job.tries)).toEqual(jobs.map(() => 1))
    expect([...objects.keys()].filter((key) => key.endsWith('.xlsx')).length).toBe(jobs.length)

    // A picture kept through one is shown by the other.
    const picture = await sharp({
      create: { width: 40, height: 30, channels: 3, background: '#285' },
    })
      .png()
      .toBuffer()
    const form = new FormData()
    form.set('bucketName', 'public')
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), '田.png')
    const address = (
      await (
        await ask(one, `/hfle/v1/${tenant}/files/multipart`, { method: 'POST', body: form })
      ).text()
    ).replaceAll('"', '')
    const shown = await Promise.all(
      [one, two].map(async (server) =>
        Buffer.from(await (await ask(server, address)).arrayBuffer()),
      ),
    )
    expect((await sharp(shown[1]).metadata()).width).toBe(40)
    expect(shown[1]!.equals(shown[0]!)).toBe(true)

    // One goes, and the other goes on; signed out at one is signed out at the other.
    one.child.kill('SIGTERM')
    expect(await one.ended).toBe(0)
    expect((await ask(two, '/iam/stong/v1/users/self')).status).toBe(200)
    const again = await ready(await run(newFolder(), env))
    await fetch(`${again.address}/oauth/token/logout`, {
      method: 'POST',
      body: new URLSearchParams({ access_token: token }),
    })
    expect((await ask(two, '/iam/stong/v1/users/self')).status).toBe(401)
  },
)
