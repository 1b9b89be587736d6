import { createScreenCode, redeemScreenCode } from '#contract/account/screen-calls.ts'
import { tenantScreens } from '#contract/account/tenant.ts'
import { playRecording } from '#contract/camera/recording.ts'
import { liveAddress } from '#contract/camera/viewing.ts'
import { saveCameraShare } from '#contract/camera/share.ts'
import { linkIdentity } from '#contract/account/identity.ts'
import { beginSecondFactor, confirmSecondFactor } from '#contract/account/second-factor.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { callOf, type Asked } from '#contract/entity-calls.ts'
import { loraNetwork, renewLoraToken } from '#contract/connectivity/lora.ts'
import { renewLoraKeys } from '#contract/connectivity/lora-air.ts'
import { renewCredential } from '#contract/equipment/device-calls.ts'
import {
  createTenant,
  inviteAdministrator,
  impersonate,
  savePlatformScreens,
} from '#contract/platform/platform-calls.ts'
import { viewAsRole, resetPassword } from '#contract/system/permission-calls.ts'
import { role } from '#contract/system/role.ts'
import { switchTenant } from '#contract/account/self.ts'
import { token } from '#contract/account/sign-in.ts'
import { row } from '#server/db/database.ts'
import { Client, type Sent } from '#server/demo/client.ts'
import { codeAt } from '#server/modules/account/engine/totp.ts'
import { newCamera } from './camera-ground.ts'
import { newDevice } from './devices.ts'
import { oneFarm } from './ground.ts'
import { newMember, newOperator, password, unique } from './harness.ts'
import { plant } from './planted.ts'
import { make } from './samples.ts'

/** What the server has noted. */
export const said: string[] = []
export const { app, mine } = await oneFarm({
  secret: plant('the installation’s secret'),
  screenOrigins: ['https://screen.example'],
  oidc: {
    issuer: 'https://id.example',
    clientId: 'furrow',
    clientSecret: plant('the provider’s secret'),
    name: 'ID',
  },
  privateRobots: true,
  privateBrokers: true,
  privateCameras: true,
  log: { level: 'trace', stream: { write: (line) => void said.push(line) } },
  mqtt: { host: '127.0.0.1', port: 0 },
  poolSize: 8,
})
type Answer = Awaited<ReturnType<Client['send']>>
const withKey = <In extends z.ZodType>(client: Client, definition: Asked<In>, input: Sent<In>) => {
  const key = { 'idempotency-key': unique('secret') }
  return [() => client.send(definition, input, key), client] as const
}
type Attempt = readonly [() => Promise<Answer>, Client]
/** As an authenticator reads the key that it is shown. */
export const keyOf = (setupKey: string): Buffer => {
  const bits = [...setupKey]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
/** One use of every call whose answer opens something. */
export const uses: Record<string, () => Promise<Attempt>> = {
  [token.endpoint]: async () => {
    const { loginName } = await newMember(app, mine, [])
    const anyone = new Client(app.http)
    return [
      async () =>
        anyone.send(token, {
          grant_type: 'password',
          username: loginName,
          password: await anyone.seal(password),
        }),
      anyone,
    ]
  },
  [switchTenant.endpoint]: async () =>
    withKey(await newMember(app, mine, []), switchTenant, { tenantId: mine.id }),
  [viewAsRole.endpoint]: async () => {
    const made = await mine.admin.call(callOf(role, 'create'), {
      code: unique('r'),
      name: 'r',
      enabledFlag: 1,
    })
    return withKey(mine.admin, viewAsRole, { id: made.id })
  },
  [resetPassword.endpoint]: async () => {
    const who = await newMember(app, mine, [])
    const { id } = await app.db.read(
      mine.id,
      async (tx) =>
        (await row<{ id: number }>(
          tx,
          sql`select id from member where account_id = ${who.accountId}`,
        ))!,
    )
    return withKey(mine.admin, resetPassword, { id })
  },
  [createTenant.endpoint]: async () =>
    withKey(await newOperator(app), createTenant, {
      tenantName: unique('农场'),
      realName: '场长',
      phone: '13655556666',
      subModules: ['wfpf-farm'],
    }),
  [inviteAdministrator.endpoint]: async () => {
    const operator = await newOperator(app)
    const { id } = await operator.call(createTenant, {
      tenantName: unique('农场'),
      realName: '场长',
      phone: '13655556667',
      subModules: ['wfpf-farm'],
    })
    return withKey(operator, inviteAdministrator, { id })
  },
  [impersonate.endpoint]: async () =>
    withKey(await newOperator(app), impersonate, {
      tenantId: mine.id,
      userId: mine.adminAccount,
      reason: '协助排查问题',
    }),
  [renewCredential.endpoint]: async () =>
    withKey(mine.admin, renewCredential, {
      id: (await newDevice(mine.admin, 'gateway_weather')).id,
    }),
  [renewLoraKeys.endpoint]: async () =>
    withKey(mine.admin, renewLoraKeys, { id: (await newDevice(mine.admin, 'lorawan_node')).id }),
  [renewLoraToken.endpoint]: async () =>
    withKey(mine.admin, renewLoraToken, { id: (await make(loraNetwork, mine.admin)).id }),
}
uses[beginSecondFactor.endpoint] = async () => {
  const who = await newMember(app, mine, [])
  return withKey(who, beginSecondFactor, {
    originalPassword: await who.seal(password),
  })
}
uses[confirmSecondFactor.endpoint] = async () => {
  const who = await newMember(app, mine, [])
  const { setupKey } = await who.call(beginSecondFactor, {
    originalPassword: await who.seal(password),
  })
  const key = keyOf(setupKey)
  return withKey(who, confirmSecondFactor, {
    otp: codeAt(key, Math.floor(Date.now() / 30_000)),
  })
}
uses[linkIdentity.endpoint] = async () => {
  const who = await newMember(app, mine, [])
  return withKey(who, linkIdentity, { originalPassword: await who.seal(password) })
}
const cameraShare = async () =>
  withKey(mine.admin, saveCameraShare, {
    cameraId: (await newCamera(mine)).id,
    title: '大棚',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  })
uses[saveCameraShare.endpoint] = cameraShare
uses[liveAddress.endpoint] = async () =>
  withKey(mine.admin, liveAddress, {
    cameraId: (await newCamera(mine, 'rtsp://192.0.2.1/main', { enabledFlag: 1 })).id,
  })
uses[playRecording.endpoint] = async () => {
  const { id } = await newCamera(mine)
  const [from, to] = ['2026-11-01T00:00:00Z', '2026-11-01T00:00:06Z']
  await app.db.write(mine.id, async (tx) => {
    await sql`insert into camera_segment (camera_id, starts_on, ends_on, run, file, bytes)
      values (${id}, ${from}, ${to}, '20261101T000000000Z', '0.m4s', 1)`.execute(tx)
  })
  return withKey(mine.admin, playRecording, { cameraId: id, from, to })
}
const screenCode = async () => {
  const operator = await newOperator(app)
  await operator.call(savePlatformScreens, {
    id: mine.id,
    screens: [{ screenName: '大屏', screenAddress: 'https://screen.example/1', screenType: 1 }],
  })
  const [screen] = await mine.admin.call(tenantScreens)
  return withKey(mine.admin, createScreenCode, { id: screen!.id })
}
uses[createScreenCode.endpoint] = screenCode
uses[redeemScreenCode.endpoint] = async () => {
  const [send] = await screenCode()
  const { code } = (await send()).json<{ code: string }>()
  const anyone = new Client(app.http)
  return [() => anyone.send(redeemScreenCode, { code }), anyone]
}
