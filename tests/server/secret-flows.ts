import { sql } from 'kysely'
import { expect } from 'vitest'
import { confirmContact, setRobot, testContact } from '#contract/alarm/alarm-contact.ts'
import { linkIdentity } from '#contract/account/identity.ts'
import { invitationOf, redeemInvitation } from '#contract/account/invitation.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
} from '#contract/account/second-factor.ts'
import { setPassword, setPhone } from '#contract/account/self.ts'
import {
  forgetPassword,
  logout,
  register,
  sendPhoneCaptcha,
  token,
  type AccountPurpose,
  type Tokens,
} from '#contract/account/sign-in.ts'
import { saveCameraShare, sharedCamera, sharedLive } from '#contract/camera/share.ts'
import { checkCamera, liveAddress, setCameraSecret } from '#contract/camera/viewing.ts'
import { callOf, type Asked } from '#contract/entity-calls.ts'
import { camera } from '#contract/camera/camera.ts'
import { confirmMessagePhone, setMessageRobot, testMessageWay } from '#contract/message/ways.ts'
import { resetPassword } from '#contract/system/permission-calls.ts'
import { row } from '#server/db/database.ts'
import { Client } from '#server/demo/client.ts'
import { codeAt } from '#server/modules/account/engine/totp.ts'
import { newContact } from './alarm-ground.ts'
import { newCamera } from './camera-ground.ts'
import { newDevice } from './devices.ts'
import { clientWith, newMember, password } from './harness.ts'
import { plant, planted } from './planted.ts'
import { app, keyOf, mine } from './secrets-ground.ts'

let serial = 0
const newPhone = () => `134${String(10_000_000 + process.pid * 100 + serial++).slice(-8)}`
/** The last code that was sent to a number. */
async function codeSent(phone: string): Promise<string> {
  const { text } = (await app.db.platform((tx) =>
    row<{ text: string }>(
      tx,
      sql`select text from sms_outbox where phone = ${phone} order by id desc limit 1`,
    ),
  ))!
  const code = /\d{6}/.exec(text)![0]
  // As this run counts and measures things too, a code is looked for where it stands alone.
  planted.set(code, 'a code by SMS')
  return code
}
const keptTokens = (answer: { json(): unknown }, how: string) => {
  const { access_token, refresh_token } = answer.json() as Tokens
  plant(`a session, by ${how}`, access_token)
  plant(`what renews it, by ${how}`, refresh_token)
  return { access_token, refresh_token }
}

/** Ways through several calls, each with secrets of its own; what was done. */
export async function throughSecrets(robot: string): Promise<Set<string>> {
  const done = new Set<string>()
  const send = async (client: Client, call: Asked, input: unknown) => {
    const answer = await client.send(call, input as never)
    expect([call.endpoint, answer.statusCode < 300 ? '' : answer.body]).toEqual([call.endpoint, ''])
    done.add(call.endpoint)
    return answer
  }
  const anyone = new Client(app.http)
  const ask = async (purpose: AccountPurpose) => {
    const phone = newPhone()
    const { captchaKey } = await anyone.call(sendPhoneCaptcha, { phone, purpose })
    return { phone, captchaKey, captcha: await codeSent(phone) }
  }

  // Somebody registers, forgets their password, signs in with the code of an SMS, and renews it.
  const again = async (phone: string, purpose: AccountPurpose) => {
    await app.db.platform((tx) =>
      sql`update sms_code set created_at = created_at - interval '2 minutes' where phone = ${phone}`.execute(
        tx,
      ),
    )
    const { captchaKey } = await anyone.call(sendPhoneCaptcha, { phone, purpose })
    return { phone, captchaKey, captcha: await codeSent(phone) }
  }
  const first = await ask('register')
  await send(anyone, register, {
    ...first,
    realName: '何秀兰',
    tenantName: '何家果园',
    password: await anyone.seal(plant('a password, registering', 'Reg1sterHarvest27')),
  })
  const { phone } = first
  // A number that was just confirmed is asked again.
  await send(anyone, forgetPassword, {
    ...(await again(phone, 'password')),
    password: await anyone.seal(plant('a password, forgotten', 'F0rgottenHarvest27')),
  })
  const bySms = await again(phone, 'signIn')
  const signed = keptTokens(
    await send(anyone, token, {
      grant_type: 'sms_code',
      username: phone,
      captchaKey: bySms.captchaKey,
      captcha: bySms.captcha,
    }),
    'SMS',
  )
  const renewed = keptTokens(
    await send(anyone, token, {
      grant_type: 'refresh_token',
      refresh_token: signed.refresh_token,
    }),
    'renewing',
  )
  // What was used already is used again.
  await anyone.send(token, { grant_type: 'refresh_token', refresh_token: signed.refresh_token })
  await send(anyone, logout, { access_token: renewed.access_token })

  // Somebody is sent a code to set a new password with, and does.
  const who = await newMember(app, mine, [])
  const { id } = (await app.db.read(mine.id, (tx) =>
    row<{ id: number }>(tx, sql`select id from member where account_id = ${who.accountId}`),
  ))!
  const { code } = await mine.admin.call(resetPassword, { id })
  plant('an invitation', code!)
  await send(anyone, invitationOf, { code })
  await send(anyone, redeemInvitation, {
    code,
    password: await anyone.seal(plant('a password, redeeming', 'Redeem3dHarvest')),
  })
  // Somebody changes password and number, and gives up their second factor.
  const other = await newMember(app, mine, [])
  await send(other, setPassword, {
    originalPassword: await other.seal(password),
    password: await other.seal(plant('a password, changed', 'Chang3dHarvest')),
  })
  await send(other, setPhone, {
    ...(await ask('phone')),
    originalPassword: await other.seal('Chang3dHarvest'),
  })
  const { captchaKey } = await other.call(confirmMessagePhone, {})
  const own = (await app.db.platform((tx) =>
    row<{ phone: string }>(tx, sql`select phone from account where id = ${other.accountId}`),
  ))!
  await send(other, confirmMessagePhone, { captchaKey, captcha: await codeSent(own.phone) })
  const originalPassword = () => other.seal('Chang3dHarvest')
  const { setupKey } = await other.call(beginSecondFactor, {
    originalPassword: await originalPassword(),
  })
  plant('a second factor', setupKey)
  const otp = codeAt(keyOf(setupKey), Math.floor(Date.now() / 30_000))
  planted.set(otp, 'a code of a second factor')
  const { recoveryCodes } = await other.call(confirmSecondFactor, { otp })
  for (const one of recoveryCodes) plant('a recovery code', one)
  await send(other, endSecondFactor, {
    originalPassword: await originalPassword(),
    otp: recoveryCodes[0],
  })
  // The way to the provider outside is opened.
  const linking = await newMember(app, mine, [])
  const { link } = await linking.call(linkIdentity, {
    originalPassword: await linking.seal(password),
  })
  plant('a ticket to link', link.split('?link=')[1]!)
  await app.http.inject({ url: link })
  await app.http.inject({
    url: `/oauth/oidc/callback?code=${plant('a code of the provider')}&state=${plant('a state of the provider')}`,
  })

  // A robot says in its own words what it was told, with a secret in its address and one beside it.
  const contact = await newContact(mine, { channel: 'dingtalk' })
  await send(mine.admin, setRobot, {
    id: contact.id,
    url: `${robot}/robot?access_token=${plant('a robot’s address')}`,
    secret: plant('a robot’s secret'),
  })
  await mine.admin.send(testContact, { id: contact.id })
  await send(mine.admin, setMessageRobot, {
    channel: 'dingtalk',
    url: `${robot}/robot?access_token=${plant('one’s own robot’s address')}`,
    secret: plant('one’s own robot’s secret'),
  })
  await mine.admin.send(testMessageWay, { way: 'robot' })
  const { id: userId } = (await app.db.read(mine.id, (tx) =>
    row<{ id: number }>(tx, sql`select id from member where account_id = ${other.accountId}`),
  ))!
  const bySmsContact = await newContact(mine, { channel: 'sms', userId })
  await app.db.platform((tx) => sql`delete from sms_code`.execute(tx))
  const sent = await mine.admin.call(confirmContact, { id: bySmsContact.id })
  await send(mine.admin, confirmContact, {
    id: bySmsContact.id,
    captchaKey: sent.captchaKey,
    captcha: await codeSent(own.phone),
  })

  // A camera with an account, its link with a password, and the addresses that players are given.
  const one = await newCamera(mine, 'rtsp://127.0.0.1:9/main', {
    enabledFlag: 1,
    accountName: 'admin',
  })
  await send(mine.admin, setCameraSecret, { id: one.id, secret: plant('a camera’s password') })
  await mine.admin.send(checkCamera, { cameraId: one.id })
  const watched = await send(mine.admin, liveAddress, { cameraId: one.id })
  const linkPassword = plant('the password of a link')
  const shared = await send(mine.admin, saveCameraShare, {
    cameraId: one.id,
    title: '大棚',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    password: linkPassword,
  })
  const { token: key } = shared.json<{ token: string }>()
  plant('the key of a link', key)
  await send(anyone, sharedCamera, { token: key })
  const seen = await send(anyone, sharedLive, {
    token: key,
    visitor: 'v'.repeat(20),
    name: '王工',
    password: linkPassword,
  })
  for (const answer of [watched, seen])
    for (const [, path, ticket] of answer.body.matchAll(
      /"(\/[^"]*?([\w-]{20,}(?:\.[\w-]+)+)[^"]*)"/g,
    )) {
      plant('a ticket to watch', ticket!)
      const opened = app.http.inject({ url: path!, payloadAsStream: true })
      await opened.then((one) => void one.stream().destroy()).catch(() => undefined)
    }

  // A device signs in over both ways.
  const device = await newDevice(mine.admin)
  plant('a device’s secret', device.secret)
  for (const secret of [device.secret, plant('a wrong secret of a device')])
    await app.http.inject({
      method: 'POST',
      url: '/ingest/v1/telemetry',
      headers: {
        authorization: `Basic ${Buffer.from(`${device.key}:${secret}`).toString('base64')}`,
      },
      payload: { values: { airTemperature: 21.5 } },
    })
  // A session is ended, and used once more.
  const over = await newMember(app, mine, [])
  plant('a session that is over', over.token)
  await clientWith(app, over.token, mine.id).send(logout, { access_token: over.token })
  await over.send(callOf(camera, 'list'))
  return done
}
