import { setCameraSecret } from '#contract/camera/viewing.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { area } from '#contract/farm/area.ts'
import { cameraWays, camera } from '#contract/camera/camera.ts'
import {
  cameraPlatform,
  setCameraPlatformSecret,
  testCameraPlatform,
} from '#contract/camera/platform.ts'
import { callOf } from '#contract/entity-calls.ts'
import { row } from '#server/db/database.ts'
import { checkDue } from '#server/modules/camera/platform-check.ts'
import { untyped } from '#server/demo/client.ts'
import { account, cameraPeers, secret, TestPole } from './camera-peers.ts'
import { newMember, newTenant, startApp, unique, type Tenant, type TestApp } from './harness.ts'
import { make } from './samples.ts'

let app: TestApp
let peers: Awaited<ReturnType<typeof cameraPeers>>
let mine: Tenant
let theirs: Tenant
beforeAll(async () => {
  peers = await cameraPeers([new TestPole('E1')])
  app = await startApp({ privateCameras: true })
  mine = await newTenant(app)
  theirs = await newTenant(app)
})
afterAll(async () => {
  peers.close()
  await app.end()
})
const platform = (kind: 'ezviz' | 'wvp', more: Record<string, unknown> = {}) =>
  mine.admin.call(callOf(cameraPlatform, 'create'), {
    name: unique(kind),
    kind,
    url: `${peers.url}/${kind}`,
    accountName: account,
    enabledFlag: 1,
    ...more,
  })
const setSecret = (id: number, text: string, who = mine.admin) =>
  who.send(setCameraPlatformSecret, { id, secret: text })
const check = (id: number, who = mine.admin) => who.send(testCameraPlatform, { id })
const show = (id: number) => mine.admin.call(callOf(cameraPlatform, 'show'), { id })

test.each(['ezviz', 'wvp'] as const)(
  '%s is told its secret, tested, and keeps what was found',
  async (kind) => {
    const { id } = await platform(kind)
    expect((await check(id)).json()).toMatchObject({ code: 'camera.no_platform' })
    await setSecret(id, 'wrong')
    const { problem } = (await check(id)).json() as { problem: string }
    expect(problem).toMatch(/^账号或密码不被接受/)
    expect(await show(id)).toMatchObject({ hasSecret: 1, problem, checkedAt: expect.any(String) })
    await setSecret(id, secret)
    expect(await show(id)).toMatchObject({ problem: null })
    expect((await check(id)).json()).toEqual({ problem: null })
    // Neither secret nor what it is kept as is in any answer.
    expect(JSON.stringify(await show(id))).not.toMatch(new RegExp(`${secret}|sealed`, 'i'))
    // Who was signed in is asked again when tested.
    await setSecret(id, 'wrong again')
    expect((await check(id)).json().problem).toBeTruthy()
    await setSecret(id, '')
    expect(await show(id)).toMatchObject({ hasSecret: 0 })
  },
)

test('a secret goes with its address and its kind', async () => {
  const made = await platform('ezviz')
  const edit = async (change: Record<string, unknown>) => {
    const row: Record<string, unknown> = await show(made.id)
    return mine.admin.call(
      callOf(cameraPlatform, 'edit'),
      untyped({
        ...Object.fromEntries(
          ['id', 'objectVersionNumber', 'name', 'kind', 'url'].map((name) => [name, row[name]]),
        ),
        ...change,
      }),
    )
  }
  await setSecret(made.id, secret)
  await edit({ description: '南区' })
  expect(await show(made.id)).toMatchObject({ hasSecret: 1 })
  await edit({ url: `${peers.url}/elsewhere` })
  expect(await show(made.id)).toMatchObject({ hasSecret: 0 })
  await setSecret(made.id, secret)
  await edit({ kind: 'wvp' })
  expect(await show(made.id)).toMatchObject({ hasSecret: 0 })
})

test('a platform of another farm, or without the code, is not told and not asked', async () => {
  const { id } = await platform('ezviz')
  expect((await setSecret(id, 'x', theirs.admin)).statusCode).toBe(404)
  expect((await check(id, theirs.admin)).statusCode).toBe(404)
  const clerk = await newMember(app, mine, [cameraPlatform.permissions.list])
  expect((await setSecret(id, 'x', clerk)).statusCode).toBe(403)
  expect((await check(id, clerk)).statusCode).toBe(403)
})

test('a platform in a private network is called where the operator allows it alone', async () => {
  const closed = await startApp()
  const tenant = await newTenant(closed)
  for (const url of [peers.url, 'http://open.example.com', 'https://10.0.0.5'])
    expect(
      (
        await tenant.admin.send(callOf(cameraPlatform, 'create'), {
          name: unique('平台'),
          kind: 'wvp',
          url,
        })
      ).json().fields,
    ).toHaveProperty('url')
  await closed.end()
})

test('a camera’s own password is not told to another that is put in its place', async () => {
  const areaId = (await make(area, mine.admin)).id
  const made = await mine.admin.call(callOf(camera, 'create'), {
    name: '门口',
    deviceSerial: unique('S'),
    cameraType: 0,
    cameraEnter: cameraWays.address,
    areaId,
    streamAddress: 'rtsp://10.0.0.8/sub',
    accountName: 'admin',
  })
  const hasSecret = async () =>
    (await mine.admin.call(callOf(camera, 'show'), { id: made.id })).hasSecret
  const edit = async (change: Record<string, unknown>) => {
    const row: Record<string, unknown> = await mine.admin.call(callOf(camera, 'show'), {
      id: made.id,
    })
    const names = ['id', 'objectVersionNumber', 'name', 'deviceSerial', 'cameraType', 'cameraEnter']
    await mine.admin.call(
      callOf(camera, 'edit'),
      untyped({
        ...Object.fromEntries(names.map((name) => [name, row[name]])),
        areaId,
        ...change,
      }),
    )
  }
  const tell = () => mine.admin.call(setCameraSecret, { id: made.id, secret: 'p' })
  await tell()
  await edit({ hdAddress: 'rtsp://10.0.0.8/main' })
  expect(await hasSecret()).toBe(1)
  await edit({ hdAddress: 'rtsp://10.0.0.9/main' })
  expect(await hasSecret()).toBe(0)
  await tell()
  await edit({ cameraEnter: cameraWays.cloud })
  expect(await hasSecret()).toBe(0)
})

test('a platform that was tested is asked again by itself, and says what has become of it', async () => {
  const { id } = await platform('wvp')
  await setSecret(id, secret)
  const age = (minutes: number) =>
    app.db.write(mine.id, (tx) =>
      sql`update camera_platform set checked_at = now() - make_interval(mins => ${minutes}::int)
        where id = ${id}`.execute(tx),
    )
  // Nobody has tested it yet.
  await checkDue(app, mine.id)
  expect((await show(id)).checkedAt).toBeNull()
  expect((await check(id)).json()).toEqual({ problem: null })
  const setOut = async () => {
    const { sealed } = (await app.db.read(mine.id, (tx) =>
      row<{ sealed: string }>(
        tx,
        sql`select sealed_secret as sealed from camera_platform where id = ${id}`,
      ),
    ))!
    return sealed
  }
  const right = await setOut()
  await setSecret(id, 'taken back since')
  await checkDue(app, mine.id)
  expect((await show(id)).problem).toBeNull()
  await age(11)
  await checkDue(app, mine.id)
  expect((await show(id)).problem).toMatch(/^账号或密码不被接受/)
  // What fails is asked half as often, and is found again when it works.
  await app.db.write(mine.id, (tx) =>
    sql`update camera_platform set sealed_secret = ${right} where id = ${id}`.execute(tx),
  )
  await age(11)
  await checkDue(app, mine.id)
  expect((await show(id)).problem).not.toBeNull()
  await age(21)
  await checkDue(app, mine.id)
  expect((await show(id)).problem).toBeNull()
  await checkDue(app, theirs.id)
})
