import {
  captureCamera,
  controlCamera,
  directions,
  disableCamera,
  liveAddress,
} from '#contract/camera/viewing.ts'
import { callOf } from '#contract/entity-calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareCode, watchCode, camera as cameraEntity } from '#contract/camera/camera.ts'
import {
  saveCameraShare,
  sharedCamera,
  sharedLive,
  cameraShares,
  revokeCameraShare,
} from '#contract/camera/share.ts'
import { row } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import { Client, untyped } from '#server/demo/client.ts'
import { Tickets } from '#server/modules/camera/engine/tickets.ts'
import { flvCamera, newCamera } from './camera-ground.ts'
import { oneFarm } from './ground.ts'
import { newMember, newTenant, question } from './harness.ts'

const { app, mine } = await oneFarm({ privateCameras: true })
let source: Awaited<ReturnType<typeof flvCamera>>
let address: string
beforeAll(async () => {
  source = await flvCamera()
  address = await app.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => source.close())

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
const anyone = new Client(app.http)
const share = (cameraId: number, more: Record<string, unknown> = {}, who = mine.admin) =>
  who.call(saveCameraShare, {
    cameraId,
    title: '东区大棚',
    expiresAt: inDays(1),
    ...more,
  })
const open = (token: string) => anyone.send(sharedCamera, { token })
const play = (token: string, more: Record<string, unknown> = {}) =>
  anyone.send(sharedLive, { token, visitor: 'v'.repeat(20), ...more })
const listed = (cameraId: number) => mine.admin.call(cameraShares, { cameraId })
const statusOf = async (path: string) => {
  const answer = await fetch(address + path)
  await answer.body?.cancel()
  return answer.status
}
const codeOf = (answer: { json(): unknown }) => (answer.json() as { code: string }).code

describe('a link', () => {
  test('shows one camera to whoever has it; the key is kept nowhere', async () => {
    const camera = await newCamera(mine, `${source.url}/a.flv`)
    const { id, token } = await share(camera.id)
    expect((await open(token)).json()).toMatchObject({
      title: '东区大棚',
      cameraName: camera.name,
      hasPassword: false,
    })
    const live = await play(token, { name: '王工' })
    expect(live.json()).toMatchObject({ watermark: '王工', hdUrl: null })
    expect(await statusOf(live.json<{ url: string }>().url)).toBe(200)
    expect(await listed(camera.id)).toMatchObject([
      { id, state: 'open', viewers: 1, watching: 1, hasPassword: false },
    ])
    const { shared } = await mine.admin.call(callOf(cameraEntity, 'show'), { id: camera.id })
    expect(shared).toBe(1)
    const kept = await app.db.read(mine.id, (tx) =>
      row<{ count: number }>(
        tx,
        sql`select count(*)::int as count from camera_share s, audit a
          where position(${token.split('.')[1]} in s::text || coalesce(a.after::text, '')) > 0`,
      ),
    )
    expect(kept!.count).toBe(0)
  })

  test('that was never made, is over or was taken back looks the same', async () => {
    const camera = await newCamera(mine)
    const [over, revoked] = [await share(camera.id), await share(camera.id)]
    await app.db.write(mine.id, (tx) =>
      sql`update camera_share set expires_at = now() - interval '1 second' where id = ${over.id}`.execute(
        tx,
      ),
    )
    await mine.admin.call(revokeCameraShare, { id: revoked.id })
    const other = await newTenant(app)
    const ofNobody = [
      over.token,
      revoked.token,
      `${mine.id}.${'x'.repeat(43)}`,
      `${other.id}.${over.token.split('.')[1]}`,
      '99999999.'.padEnd(60, 'y'),
      'nonsense',
    ]
    for (const token of ofNobody)
      for (const answer of [await open(token), await play(token)])
        expect([token, answer.statusCode, codeOf(answer)]).toEqual([token, 404, 'share.over'])
    expect((await listed(camera.id)).map(({ state }) => state).sort()).toEqual(['over', 'revoked'])
  })

  test('ends within ninety days, and not before it begins', async () => {
    const camera = await newCamera(mine)
    for (const expiresAt of [inDays(91), inDays(-1)])
      await expect(share(camera.id, { expiresAt })).rejects.toMatchObject({ status: 422 })
    await share(camera.id, { expiresAt: inDays(90) })
  })

  test(
    'asks for its password, and for no more guesses than a few',
    { timeout: 30_000 },
    async () => {
      const camera = await newCamera(mine)
      const { token } = await share(camera.id, { password: '稻香8888' })
      expect((await open(token)).json()).toMatchObject({ hasPassword: true })
      expect(codeOf(await play(token))).toBe('share.password')
      expect((await play(token, { password: '稻香8888' })).statusCode).toBe(200)
      const codes = []
      for (let at = 0; at < 8; at++)
        codes.push(codeOf(await play(token, { password: `wrong${at}` })))
      expect(codes[0]).toBe('share.password_wrong')
      expect(codes.at(-1)).toBe('hoth.warn.loginErrorMaxTimes')
    },
  )

  test('says in the picture where its viewer looks from, who does not say who they are', async () => {
    const { token } = await share((await newCamera(mine)).id)
    const from = async (remoteAddress: string) => {
      const client = new Client({
        inject: (options) => app.http.inject({ ...options, remoteAddress }),
      })
      const answer = await client.send(sharedLive, {
        token,
        visitor: 'w'.repeat(20),
      })
      return answer.json<{ watermark: string }>().watermark
    }
    expect(await from('203.0.113.77')).toBe('203.0.*.*')
    expect(await from('2001:db8:1:2::9')).toBe('2001:db8:*')
  })

  test('counts whoever looks once, however often they ask', async () => {
    const camera = await newCamera(mine)
    const { token } = await share(camera.id)
    for (const visitor of ['a', 'a', 'b', 'a']) await play(token, { visitor: visitor.repeat(20) })
    expect(await listed(camera.id)).toMatchObject([{ viewers: 2, watching: 2 }])
    await app.db.write(mine.id, (tx) =>
      sql`update camera_share_viewer set seen_at = now() - interval '1 minute'`.execute(tx),
    )
    expect(await listed(camera.id)).toMatchObject([{ viewers: 2, watching: 0 }])
  })

  test('opens no call of a signed-in person, and no other camera', async () => {
    const [camera, other] = [await newCamera(mine), await newCamera(mine)]
    const { token } = await share(camera.id)
    const { url } = (await play(token)).json<{ url: string }>()
    const ticket = url.split('/')[3]!
    const client = new Client(app.http)
    client.tenantId = mine.id
    for (const secret of [token, token.split('.')[1]!, ticket]) {
      client.token = secret
      for (const asked of [
        question(captureCamera, { cameraId: camera.id }),
        question(controlCamera, { id: camera.id, direction: directions.up }),
        question(liveAddress, { cameraId: camera.id }),
      ])
        expect((await asked.sentBy(client)).statusCode).toBe(401)
    }
    // A ticket of our own making, for a camera that the link is not for.
    const viewer = await app.db.read(mine.id, (tx) =>
      row<{ id: number }>(
        tx,
        sql`select v.id from camera_share_viewer v join camera_share s on s.id = v.share_id where s.camera_id = ${camera.id}`,
      ),
    )
    const forged = new Tickets('test secret').sign({
      tenant: mine.id,
      camera: other.id,
      clarity: 'sd',
      session: null,
      share: viewer!.id,
    })
    expect(await statusOf(`/media/live/${forged}/live.flv`)).toBe(403)
    expect(await statusOf(`/media/live/${ticket.slice(0, -2)}xx/live.flv`)).toBe(403)
    // Neither pictures nor recordings.
    expect(await statusOf(`/media/live/${ticket}/still.jpg`)).toBe(403)
    expect((await play(token, { protocol: 3 })).statusCode).toBe(400)
  })
})

describe('whoever looks is cut off', () => {
  /** Ms until a stream that runs is over. */
  const endOf = async (token: string) => {
    const { url } = (await play(token)).json<{ url: string }>()
    const answer = await fetch(address + url)
    expect(answer.status).toBe(200)
    const reader = answer.body!.getReader()
    await reader.read()
    return async () => {
      const from = Date.now()
      try {
        while (!(await reader.read()).done) if (Date.now() - from > 9000) return Infinity
      } catch {
        // Cut in the middle.
      }
      return Date.now() - from
    }
  }
  test('when the link is taken back', { timeout: 30_000 }, async () => {
    const camera = await newCamera(mine, `${source.url}/b.flv`)
    const { id, token } = await share(camera.id)
    const over = await endOf(token)
    await mine.admin.call(revokeCameraShare, { id })
    expect(await over()).toBeLessThan(6000)
    expect(codeOf(await play(token))).toBe('share.over')
  })
  test('when the owner closes the camera', { timeout: 30_000 }, async () => {
    const camera = await newCamera(mine, `${source.url}/c.flv`)
    const { token } = await share(camera.id)
    const over = await endOf(token)
    await mine.admin.send(disableCamera, untyped({ id: String(camera.id), disabled: '1' }))
    expect(await over()).toBeLessThan(6000)
    expect([codeOf(await open(token)), codeOf(await play(token))]).toEqual([
      'camera.disabled',
      'camera.disabled',
    ])
  })
  test('when whoever made the link may share no more', { timeout: 30_000 }, async () => {
    const camera = await newCamera(mine, `${source.url}/d.flv`)
    const member = await newMember(app, mine, [watchCode, shareCode])
    const { token } = await share(camera.id, {}, member)
    const over = await endOf(token)
    await app.db.write(mine.id, async (tx) => {
      await sql`delete from member_role where member_id in (select id from member where account_id = ${member.accountId})`.execute(
        tx,
      )
      await raiseRights(tx, mine.id)
    })
    expect(await over()).toBeLessThan(6000)
    expect(codeOf(await open(token))).toBe('share.over')
  })
})

test('sharing takes its own code, and ends with the camera', async () => {
  const camera = await newCamera(mine)
  const watcher = await newMember(app, mine, [watchCode])
  const body = { cameraId: camera.id, title: 'x', expiresAt: inDays(1) }
  expect((await watcher.send(saveCameraShare, body)).statusCode).toBe(403)
  const theirs = await newTenant(app)
  expect((await theirs.admin.send(saveCameraShare, body)).statusCode).toBe(404)
  const { id, token } = await share(camera.id)
  expect((await theirs.admin.send(revokeCameraShare, { id })).statusCode).toBe(404)
  await mine.admin.call(callOf(cameraEntity, 'delete'), { id: camera.id })
  expect(codeOf(await open(token))).toBe('share.over')
})
