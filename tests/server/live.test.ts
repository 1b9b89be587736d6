import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unit } from '#contract/inventory/unit.ts'
import { callOf } from '#contract/entity-calls.ts'
import { logout } from '#contract/account/sign-in.ts'
import { livePath } from '#contract/platform/platform-calls.ts'
import type { App } from '#server/app.ts'
import { newMember, newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
let mine: Tenant
beforeAll(async () => {
  app = await startApp({ liveBeat: 300 })
  mine = await newTenant(app)
})
afterAll(() => app.end())

describe('live events', () => {
  async function listen(on: App, token: string, tenant: number, since = 0) {
    const open = () => `http://127.0.0.1:${(on.http.server.address() as { port: number }).port}`
    const address = on.http.server.listening
      ? open()
      : await on.http.listen({ port: 0, host: '127.0.0.1' }).catch(open)
    const stop = new AbortController()
    const response = await fetch(`${address}/iam/v1/${tenant}/live?since=${since}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    })
    const seen: string[] = []
    const done = (async () => {
      for await (const chunk of response.body!)
        seen.push(new TextDecoder().decode(chunk as Uint8Array))
    })().catch(() => undefined)
    return { seen: () => seen.join(''), stop: () => stop.abort(), done, status: response.status }
  }
  const until = async (check: () => boolean) => {
    for (let i = 0; i < 100 && !check(); i++) await wait(30)
    expect(check()).toBe(true)
  }

  test('reach the browsers of every server, of this tenant, who may list the resource', async () => {
    const beside = await app.beside({ liveBeat: 300 })
    const theirs = await newTenant(app)
    const blind = await newMember(app, mine, [])
    const [sees, foreign, may] = await Promise.all([
      listen(beside, mine.admin.token, mine.id),
      listen(app, theirs.admin.token, theirs.id),
      listen(app, blind.token, mine.id),
    ])
    const made = await mine.admin.call(callOf(unit, 'create'), {
      code: 'live',
      name: '件',
    })
    await until(() =>
      sees.seen().includes(`data: {"resource":"unit","ids":[${made.id}],"kind":"created"}`),
    )
    await wait(150)
    expect(foreign.seen()).not.toContain('unit')
    expect(may.seen()).not.toContain('unit')
    for (const one of [sees, foreign, may]) one.stop()
  })

  test('are told to fifty streams of one person at once, and to everybody else', async () => {
    const { token } = await newMember(app, mine, [])
    const calm = await app.beside()
    const open = [await listen(calm, token, mine.id)]
    open.push(
      ...(await Promise.all(Array.from({ length: 49 }, () => listen(calm, token, mine.id)))),
    )
    const one = await listen(calm, token, mine.id)
    const other = await listen(calm, mine.admin.token, mine.id)
    expect([...open, other].every(({ status }) => status === 200)).toBe(true)
    expect(one.status).toBe(429)
    open[0]!.stop()
    await wait(200)
    const again = await listen(calm, token, mine.id)
    expect(again.status).toBe(200)
    for (const each of [...open, other, again]) each.stop()
  })

  test('tell once more what happened while the page was fetched, to the same people', async () => {
    const made = await mine.admin.call(callOf(unit, 'create'), {
      code: 'before',
      name: '前',
    })
    const theirs = await newTenant(app)
    const line = `"resource":"unit","ids":[${made.id}]`
    const quick = await listen(app, mine.admin.token, mine.id, 30_000)
    await until(() => quick.seen().includes(line))
    const others = [
      await listen(app, mine.admin.token, mine.id),
      await listen(app, theirs.admin.token, theirs.id, 30_000),
    ]
    await wait(150)
    for (const one of others) expect(one.seen()).not.toContain(line)
    for (const one of [quick, ...others]) one.stop()
    expect((await mine.admin.fetch(`${livePath}?since=-1`)).statusCode).toBe(400)
  })

  test('stop when the session ends', async () => {
    const member = await newMember(app, mine, [])
    const stream = await listen(app, member.token, mine.id)
    expect(stream.status).toBe(200)
    await member.send(logout, { access_token: member.token })
    await stream.done
    expect(stream.seen()).toContain('event: over')
  })
})
