import { user } from '#contract/system/user.ts'
import { callOf } from '#contract/entity-calls.ts'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  alarmContact,
  confirmContact,
  setRobot,
  testContact,
} from '#contract/alarm/alarm-contact.ts'
import { row, rows } from '#server/db/database.ts'
import { shortTextOf, type Told } from '#server/modules/alarm/engine/words.ts'
import { equipmentText } from '#server/i18n/texts.ts'
import { isAddress, isPrivate } from '#server/http/outgoing.ts'
import { alarmApp, detailOf, listed, newContact, newRule, say, until } from './alarm-ground.ts'
import { newDevice } from './devices.ts'
import { newTenant, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await alarmApp()
})

interface Heard {
  msgtype?: string
  msg_type?: string
  sign?: string
  timestamp?: string
  text?: { content: string }
  content?: { text: string }
}
describe('robots', () => {
  let peer: Server
  let base = ''
  const heard: { url: URL; body: Heard }[] = []
  let answer: (request: IncomingMessage) => [number, unknown] = () => [200, { errcode: 0 }]
  beforeAll(async () => {
    peer = createServer((request, response) => {
      let text = ''
      request.on('data', (part) => (text += String(part)))
      request.on('end', () => {
        heard.push({ url: new URL(request.url!, base), body: JSON.parse(text) as Heard })
        const [status, body] = answer(request)
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
    })
    await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done))
    base = `http://127.0.0.1:${(peer.address() as { port: number }).port}`
  })
  afterAll(() => void peer.close())
  const secret = 'SEC0123456789'
  const withRobot = async (tenant: Tenant, channel: string, path: string) => {
    const contact = await newContact(tenant, { channel })
    await tenant.admin.call(setRobot, { id: contact.id, url: base + path, secret })
    return contact
  }

  test('are spoken to as their vendors say, signed, and their addresses are never answered', async () => {
    const tenant = await newTenant(app)
    answer = (request) => [
      200,
      request.url!.startsWith('/open-apis')
        ? { code: 0, msg: 'success' }
        : { errcode: 0, errmsg: 'ok' },
    ]
    const all = {
      dingtalk: '/robot/send?access_token=abc',
      feishu: '/open-apis/bot/v2/hook/xyz',
      wecom: '/cgi-bin/webhook/send?key=k1',
    }
    for (const [channel, path] of Object.entries(all)) {
      const contact = await withRobot(tenant, channel, path)
      heard.length = 0
      await tenant.admin.call(testContact, { id: contact.id })
      const [{ url, body } = { url: new URL(base), body: {} as Heard }] = heard
      if (channel === 'dingtalk') {
        const at = url.searchParams.get('timestamp')!
        expect(url.searchParams.get('sign')).toBe(
          createHmac('sha256', secret).update(`${at}\n${secret}`).digest('base64'),
        )
        expect([url.searchParams.get('access_token'), body.msgtype, body.text?.content]).toEqual([
          'abc',
          'text',
          expect.stringContaining('告警通知测试'),
        ])
      } else if (channel === 'feishu') {
        expect(body).toMatchObject({
          msg_type: 'text',
          content: { text: expect.stringContaining('测试') },
          sign: createHmac('sha256', `${body.timestamp}\n${secret}`).digest('base64'),
        })
        expect(Math.abs(Number(body.timestamp) - Date.now() / 1000)).toBeLessThan(10)
      } else expect([url.searchParams.get('key'), body.msgtype]).toEqual(['k1', 'text'])
    }
    const answered = JSON.stringify([
      await tenant.admin.call(callOf(alarmContact, 'list'), { size: 0 }),
      await app.db.read(tenant.id, (tx) => rows(tx, sql`select * from alarm_robot`)),
      await app.db.read(tenant.id, (tx) => rows(tx, sql`select * from audit`)),
    ])
    expect(answered).toContain('127.0.0.1')
    for (const kept of ['access_token', 'SEC0123', 'hook/xyz', 'key=k1'])
      expect([kept, answered.includes(kept)]).toEqual([kept, false])
  })
  test('that refuse are tried again, and then it stands in the alarm', async () => {
    const tenant = await newTenant(app)
    answer = () => [200, { errcode: 310_000, errmsg: 'sign not match\u0000' }]
    const device = await newDevice(tenant.admin)
    const contact = await withRobot(tenant, 'dingtalk', '/robot/send?access_token=x')
    expect((await tenant.admin.send(testContact, { id: contact.id })).json()).toMatchObject({
      code: 'alarm.not_delivered',
      message: expect.stringContaining('sign not match'),
    })
    await newRule(tenant.admin, {})
    await say(app, tenant, device, 40)
    const alarm = await until(async () => (await listed(tenant.admin)).content[0])
    for (let i = 1; i < 3; i++) {
      await until(
        async () =>
          (await detailOf(tenant.admin, alarm.id)).notices[0]?.attempts === i &&
          (await detailOf(tenant.admin, alarm.id)).notices[0]?.state === 'queued',
      )
      await app.db.write(tenant.id, (tx) => sql`update alarm_notice set due_at = now()`.execute(tx))
      app.alarms.deliver([tenant.id])
    }
    const notice = await until(async () =>
      (await detailOf(tenant.admin, alarm.id)).notices.find(({ state }) => state === 'failed'),
    )
    expect(notice).toMatchObject({
      attempts: 3,
      error: expect.stringContaining('310000 sign not match'),
    })
  })
  test('live at public addresses only, unless the installation says otherwise', () => {
    for (const address of [
      '127.0.0.1',
      '10.2.3.4',
      '169.254.169.254',
      '192.168.1.1',
      '172.20.0.1',
      '100.64.1.1',
      '0.0.0.0',
      '::1',
      'fe80::1',
      'fd00::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
    ])
      expect([address, isPrivate(address)]).toEqual([address, true])
    for (const address of ['8.8.8.8', '47.246.1.1', '2400:3200::1'])
      expect([address, isPrivate(address)]).toEqual([address, false])
    const strict = { allowsPrivate: false }
    for (const url of [
      'http://oapi.dingtalk.com/x',
      'https://127.0.0.1/x',
      'https://2130706433/x',
      'https://[::1]/x',
      'https://localhost/x',
      'https://a:b@oapi.dingtalk.com/',
      'file:///etc/passwd',
      'x',
    ])
      expect([url, isAddress(url, strict)]).toEqual([url, false])
    expect(isAddress('https://oapi.dingtalk.com/robot/send?access_token=1', strict)).toBe(true)
  })
  test('by SMS, the text is in the outbox', async () => {
    const tenant = await newTenant(app)
    const members = await tenant.admin.call(callOf(user, 'list'), { size: 0 })
    const refused = await tenant.admin.send(callOf(alarmContact, 'create'), {
      name: '短信',
      userId: members.content[0]!.id,
      channel: 'sms',
      minLevel: 1,
      stage: 1,
    })
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, ['userId']])
    await app.db.platform((tx) =>
      sql`update account set phone = '13900001111' where id = ${tenant.adminAccount}`.execute(tx),
    )
    const contact = await newContact(tenant, { channel: 'sms' })
    const { id } = contact
    // To nobody who has not agreed.
    expect((await tenant.admin.send(testContact, { id })).json()).toMatchObject({
      code: 'alarm.unconfirmed',
    })
    const sent = await tenant.admin.call(confirmContact, { id })
    const captchaKey = sent.captchaKey!
    const { code } = (await app.db.platform((tx) =>
      row<{ code: string }>(
        tx,
        sql`select substring(text from '[0-9]{6}') as code from sms_outbox
          where phone = '13900001111' order by id desc limit 1`,
      ),
    ))!
    expect(
      (
        await tenant.admin.send(confirmContact, {
          id,
          captchaKey,
          captcha: code === '000000' ? '111111' : '000000',
        })
      ).statusCode,
    ).toBe(422)
    expect((await tenant.admin.send(confirmContact, { id })).json()).toMatchObject({
      code: 'captcha.send.interval',
    })
    await tenant.admin.call(confirmContact, { id, captchaKey, captcha: code })
    await app.db.platform((tx) => sql`delete from sms_outbox`.execute(tx))
    await tenant.admin.call(testContact, { id })
    expect(
      await app.db.platform((tx) =>
        row(tx, sql`select text from sms_outbox where phone = '13900001111'`),
      ),
    ).toMatchObject({ text: expect.stringContaining('告警通知测试') })
    // Tests count among the messages of a day.
    const more = []
    for (let i = 0; i < 25; i++) {
      const { statusCode, body } = await tenant.admin.send(testContact, { id })
      more.push(statusCode === 204 ? 'sent' : (JSON.parse(body) as { code: string }).code)
    }
    expect([
      more.filter((one) => one === 'alarm.sms_number').length,
      (
        await app.db.platform((tx) =>
          rows(tx, sql`select 1 from sms_outbox where phone = '13900001111'`),
        )
      ).length,
    ]).toEqual([6, 20])
    // Another number of the same person agrees for itself.
    await app.db.platform((tx) =>
      sql`update account set phone = '13900002222' where id = ${tenant.adminAccount}`.execute(tx),
    )
    expect((await tenant.admin.send(testContact, { id })).json()).toMatchObject({
      code: 'alarm.unconfirmed',
    })
  })
  test('what goes to a number holds nothing that a person wrote', () => {
    const link = 'https://evil.example 领奖'
    const told = {
      id: 7,
      ruleName: link,
      deviceName: link,
      areaName: link,
      landName: link,
      deviceType: 'gateway_weather',
      metric: 'airTemperature',
      trigger: 'threshold',
      value: 40,
      peak: 41,
      level: 3,
      limits: {
        operator: 'above',
        value: 35,
        value2: null,
        severeValue: null,
        times: null,
        rateMinutes: null,
        faultCode: null,
        silentMinutes: null,
        silenceSeconds: 0,
        repeatFlag: 0,
      },
      beganAt: '2026-11-20T08:00:00Z',
      clearedAt: null,
    } as unknown as Told
    for (const kind of ['raised', 'repeat', 'risen', 'cleared', 'escalated'] as const) {
      for (const language of ['zh-CN', 'en-US'] as const) {
        const { subject, body } = shortTextOf(equipmentText, language, kind, told, 'Asia/Shanghai')
        expect(`${subject}${body}`).not.toMatch(/evil|领奖|https?:|alarmNotice|deviceTypes/)
        expect(body).toMatch(/35/)
      }
    }
  })
})
