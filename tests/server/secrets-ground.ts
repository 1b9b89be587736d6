import { sql } from 'kysely'
import { loraNetwork } from '#contract/connectivity/lora.ts'
import { row } from '#server/db/database.ts'
import { Client } from '#server/demo/client.ts'
import { codeAt } from '#server/modules/account/engine/totp.ts'
import { newCamera } from './camera-ground.ts'
import { newDevice } from './devices.ts'
import { oneFarm } from './ground.ts'
import { newMember, newOperator, password, unique } from './harness.ts'
import { make, type Made } from './samples.ts'

export const { app, mine } = await oneFarm({
  screenOrigins: ['https://screen.example'],
  oidc: { issuer: 'https://id.example', clientId: 'furrow', clientSecret: 'x', name: 'ID' },
})
type Answer = Awaited<ReturnType<Client['send']>>
const withKey = (client: Client, endpoint: string, input?: Parameters<Client['send']>[1]) => {
  const key = { 'idempotency-key': unique('secret') }
  return [() => client.send(endpoint, input, key), client] as const
}
type Attempt = readonly [() => Promise<Answer>, Client]
/** One use of every call whose answer opens something. */
export const uses: Record<string, () => Promise<Attempt>> = {
  'POST /oauth/oauth/token': async () => {
    const { loginName } = await newMember(app, mine, [])
    const anyone = new Client(app.http)
    return [
      async () =>
        anyone.send(
          'POST /oauth/oauth/token',
          new URLSearchParams({
            grant_type: 'password',
            username: loginName,
            password: await anyone.seal(password),
          }),
        ),
      anyone,
    ]
  },
  'PUT /iam/v1/users/tenant-id': async () =>
    withKey(await newMember(app, mine, []), 'PUT /iam/v1/users/tenant-id', { tenantId: mine.id }),
  'POST /iam/v1/{tenant}/roles/{id}/view-as': async () => {
    const made = await mine.admin.call<Made>('POST /iam/v1/{tenant}/roles', {
      code: unique('r'),
      name: 'r',
      enabledFlag: 1,
    })
    return withKey(mine.admin, `POST /iam/v1/{tenant}/roles/${made.id}/view-as`, {})
  },
  'POST /iam/v1/{tenant}/users/{id}/reset-password': async () => {
    const who = await newMember(app, mine, [])
    const { id } = await app.db.read(
      mine.id,
      async (tx) =>
        (await row<{ id: number }>(
          tx,
          sql`select id from member where account_id = ${who.accountId}`,
        ))!,
    )
    return withKey(mine.admin, `POST /iam/v1/{tenant}/users/${id}/reset-password`, {})
  },
  'POST /iam/v1/platform/tenants': async () =>
    withKey(await newOperator(app), 'POST /iam/v1/platform/tenants', {
      tenantName: unique('农场'),
      realName: '场长',
      phone: '13655556666',
      subModules: ['wfpf-farm'],
    }),
  'POST /iam/v1/platform/tenants/{id}/invite': async () => {
    const operator = await newOperator(app)
    const { id } = await operator.call<Made>('POST /iam/v1/platform/tenants', {
      tenantName: unique('农场'),
      realName: '场长',
      phone: '13655556667',
      subModules: ['wfpf-farm'],
    })
    return withKey(operator, `POST /iam/v1/platform/tenants/${id}/invite`, {})
  },
  'POST /iam/v1/platform/impersonate': async () =>
    withKey(await newOperator(app), 'POST /iam/v1/platform/impersonate', {
      tenantId: mine.id,
      userId: mine.adminAccount,
      reason: '协助排查问题',
    }),
  'PUT /wfpe/v1/{tenant}/device/{id}/credential': async () =>
    withKey(
      mine.admin,
      `PUT /wfpe/v1/{tenant}/device/${(await newDevice(mine.admin, 'gateway_weather')).id}/credential`,
      {},
    ),
  'POST /wfpe/v1/{tenant}/device/{id}/lora/keys': async () =>
    withKey(
      mine.admin,
      `POST /wfpe/v1/{tenant}/device/${(await newDevice(mine.admin, 'lorawan_node')).id}/lora/keys`,
      {},
    ),
  'PUT /wfpe/v1/{tenant}/lora-network/{id}/token': async () =>
    withKey(
      mine.admin,
      `PUT /wfpe/v1/{tenant}/lora-network/${(await make(loraNetwork, mine.admin)).id}/token`,
      {},
    ),
}
uses['POST /iam/stong/v1/users/second-factor'] = async () => {
  const who = await newMember(app, mine, [])
  return withKey(who, 'POST /iam/stong/v1/users/second-factor', {
    originalPassword: await who.seal(password),
  })
}
uses['PUT /iam/stong/v1/users/second-factor'] = async () => {
  const who = await newMember(app, mine, [])
  const { setupKey } = await who.call<{ setupKey: string }>(
    'POST /iam/stong/v1/users/second-factor',
    { originalPassword: await who.seal(password) },
  )
  const bits = [...setupKey]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  return withKey(who, 'PUT /iam/stong/v1/users/second-factor', {
    otp: codeAt(key, Math.floor(Date.now() / 30_000)),
  })
}
uses['POST /iam/stong/v1/users/identity'] = async () =>
  withKey(await newMember(app, mine, []), 'POST /iam/stong/v1/users/identity', {})
const cameraShare = async () =>
  withKey(mine.admin, 'POST /wfpe/v1/{tenant}/camera/save-share', {
    cameraId: (await newCamera(mine)).id,
    title: '大棚',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  })
uses['POST /wfpe/v1/{tenant}/camera/save-share'] = cameraShare
uses['POST /wfpe/v1/{tenant}/camera/live'] = async () =>
  withKey(mine.admin, 'POST /wfpe/v1/{tenant}/camera/live', {
    cameraId: (await newCamera(mine, 'rtsp://192.0.2.1/main', { enabledFlag: 1 })).id,
  })
uses['POST /wfpe/v1/{tenant}/camera/playback'] = async () => {
  const { id } = await newCamera(mine)
  const [from, to] = ['2026-11-01T00:00:00Z', '2026-11-01T00:00:06Z']
  await app.db.write(mine.id, async (tx) => {
    await sql`insert into camera_segment (camera_id, starts_on, ends_on, run, file, bytes)
      values (${id}, ${from}, ${to}, '20261101T000000000Z', '0.m4s', 1)`.execute(tx)
  })
  return withKey(mine.admin, 'POST /wfpe/v1/{tenant}/camera/playback', { cameraId: id, from, to })
}
const screenCode = async () => {
  const operator = await newOperator(app)
  await operator.call(`PUT /iam/v1/platform/tenants/${mine.id}/screens`, {
    screens: [{ screenName: '大屏', screenAddress: 'https://screen.example/1', screenType: 1 }],
  })
  const [screen] = await mine.admin.call<Made[]>('GET /wfpf/v1/{tenant}/tenant-screen')
  return withKey(mine.admin, `POST /wfpf/v1/{tenant}/tenant-screen/${screen!.id}/code`, {})
}
uses['POST /wfpf/v1/{tenant}/tenant-screen/{id}/code'] = screenCode
uses['POST /oauth/public/screen-token'] = async () => {
  const [send] = await screenCode()
  const { code } = (await send()).json<{ code: string }>()
  const anyone = new Client(app.http)
  return [() => anyone.send('POST /oauth/public/screen-token', { code }), anyone]
}
