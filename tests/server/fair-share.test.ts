import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenants, editTenant, type TenantRow } from '#contract/platform/platform-calls.ts'
import { row } from '#server/db/database.ts'
import { FairShare } from '#server/db/fair-share.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { untyped } from '#server/demo/client.ts'
import { connect, newDevice, report } from './devices.ts'
import { newOperator, newTenant, startApp, unique, type Tenant, type TestApp } from './harness.ts'
import { make } from './samples.ts'
import { entities } from '#contract/domains.ts'
import { user } from '#contract/system/user.ts'
import { role as roleEntity } from '#contract/system/role.ts'
import { callOf } from '#contract/entity-calls.ts'
import { device } from '#contract/equipment/device.ts'

describe('turns', () => {
  /** Work that ends when it is told to. */
  function held(share: FairShare, tenant: number) {
    let end = () => {}
    let hasBegun = false
    const done = share.run(
      tenant,
      () =>
        new Promise<void>((resolve) => {
          hasBegun = true
          end = resolve
        }),
    )
    return { end: () => (end(), done), begun: () => hasBegun }
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  test('nobody holds more than three in four, and who holds the fewest is next', async () => {
    const share = new FairShare(4)
    const flood = Array.from({ length: 10 }, () => held(share, 1))
    await settle()
    expect(flood.filter(({ begun }) => begun()).length).toBe(3)
    const quiet = held(share, 2)
    await settle()
    expect(quiet.begun()).toBe(true)
    const [late, second] = [held(share, 3), held(share, 2)]
    await settle()
    expect([late.begun(), second.begun(), share.waiting]).toEqual([false, false, 9])
    await flood[0]!.end()
    await settle()
    expect([late.begun(), flood[3]!.begun(), second.begun()]).toEqual([true, false, false])
    // The platform's own work, such as signing in, is bound by nobody's share, only by what there
    // is.
    const platform = held(share, 0)
    await late.end()
    await settle()
    expect(platform.begun()).toBe(true)
    for (const one of [quiet, platform]) await one.end()
    await settle()
    await second.end()
    for (const one of flood.slice(1)) {
      await settle()
      await one.end()
    }
    expect(share.waiting).toBe(0)
  })

  test('work that fails gives its turn back', async () => {
    const share = new FairShare(1)
    for (let i = 0; i < 5; i++)
      await expect(share.run(7, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await share.run(7, () => Promise.resolve('yes'))).toBe('yes')
  })
})

describe('of tenants', () => {
  let app: TestApp
  let big: Tenant
  let small: Tenant
  beforeAll(async () => {
    app = await startApp({ mqtt: { host: '127.0.0.1', port: 0 } })
    big = await newTenant(app)
    small = await newTenant(app)
  })
  afterAll(() => app.end())

  test('work within work waits for no turn that it holds itself', async () => {
    const nested = () =>
      app.db.write(
        big.id,
        async () =>
          (await app.db.read(big.id, (tx) => row<{ one: number }>(tx, sql`select 1 as one`)))!.one,
      )
    expect(await Promise.all(Array.from({ length: 12 }, nested))).toEqual(
      Array.from({ length: 12 }, () => 1),
    )
  })

  test('a hundred jobs of one leave a lane to the other', async () => {
    await app.db.write(big.id, async (tx) => {
      for (let i = 0; i < 100; i++) await enqueue(tx, big.adminAccount, 'nothing', {})
    })
    await app.db.write(small.id, (tx) => enqueue(tx, small.adminAccount, 'nothing', {}))
    const claim = () =>
      app.db.platform((tx) =>
        row<{ tenantId: number }>(tx, sql`select * from furrow_claim_job('test')`),
      )
    expect([
      (await claim())?.tenantId,
      (await claim())?.tenantId,
      (await claim())?.tenantId,
      await claim(),
    ]).toEqual([big.id, small.id, big.id, null])
    await app.db.write(big.id, (tx) => sql`delete from job`.execute(tx))
  })

  /** What the operator lets the small one have. */
  const limiter = async () => {
    const operator = await newOperator(app)
    const found = async () =>
      (await operator.call(tenants, { size: 0 })).content.find(({ id }) => id === small.id)!
    return async (limits: Partial<TenantRow>) => {
      const { id, tenantName, enabledFlag, subModules, objectVersionNumber } = await found()
      return operator.call(editTenant, {
        id,
        tenantName,
        enabledFlag,
        subModules,
        objectVersionNumber,
        ...limits,
      })
    }
  }
  test('what the operator lets a tenant have is a bound for each way in, and for nobody else', async () => {
    const limit = await limiter()
    await newDevice(small.admin, 'inverter')
    expect(await limit({ maxDevices: 2, maxAccounts: 1, maxStorageMb: 1 })).toMatchObject({
      maxDevices: 2,
      maxAccounts: 1,
      maxStorageMb: 1,
    })
    expect(await limit({})).toMatchObject({ maxDevices: 2 })
    const area = await make(
      entities.find(({ name }) => name === 'area')!,
      small.admin,
    )
    const bodies = Array.from({ length: 6 }, () => ({
      name: '泵',
      deviceType: 'inverter',
      eui: unique('e'),
      areaId: area.id,
      reportMinutes: 5,
    }))
    const answers = await Promise.all(
      bodies.map((body) => small.admin.send(callOf(device, 'create'), untyped(body))),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200, 422, 422, 422, 422, 422,
    ])
    expect(answers.find(({ statusCode }) => statusCode === 422)!.json()).toMatchObject({
      code: 'limit.devices',
      message: expect.stringContaining('2'),
    })
    const { id: role } = (await small.admin.call(callOf(roleEntity, 'list'))).content[0]!
    expect(
      (
        await small.admin.send(callOf(user, 'create'), {
          loginName: unique('u'),
          realName: '新人',
          roleIds: [role],
        })
      ).json(),
    ).toMatchObject({ code: 'limit.accounts' })
    const noise = await sharp({
      create: {
        width: 1200,
        height: 900,
        channels: 3,
        background: '#285',
        noise: { type: 'gaussian', mean: 120, sigma: 60 },
      },
    })
      .png()
      .toBuffer()
    await expect(small.admin.upload('大.png', 'image/png', noise)).rejects.toThrow(
      /limit\.storage_mb/,
    )
    await newDevice(big.admin, 'inverter')
    await big.admin.upload('大.png', 'image/png', noise)
    await limit({ maxDevices: null, maxAccounts: null, maxStorageMb: null })
    await newDevice(small.admin, 'inverter')
  })

  test(
    'messages beyond what the operator lets a tenant send wait, and nobody else’s',
    { timeout: 90_000 },
    async () => {
      const limit = await limiter()
      const [here, there] = [await newDevice(small.admin), await newDevice(big.admin)]
      const send = async ({ key, secret }: typeof here) =>
        (
          await app.http.inject({
            method: 'POST',
            url: '/ingest/v1/telemetry',
            headers: { authorization: `Basic ${btoa(`${key}:${secret}`)}` },
            payload: { airTemperature: 20 },
          })
        ).statusCode
      const patient = { timeout: 12_000, interval: 100 }
      await limit({ maxMessages: 2 })
      await expect.poll(() => send(here), patient).toBe(429)
      expect(await send(there)).toBe(200)
      const client = await connect(app, here)
      let isStored = false
      const waiting = report(client, { airTemperature: 21 }).then(() => (isStored = true))
      await wait(1000)
      expect(isStored).toBe(false)
      await limit({ maxMessages: null })
      await expect.poll(() => isStored, patient).toBe(true)
      await waiting
      expect(await send(here)).toBe(200)
      await client.endAsync()
    },
  )
})
