import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import type { AlarmDetail, AlarmRow } from '#contract/equipment/alarm-calls.ts'
import { alarmContact } from '#contract/equipment/alarm-contact.ts'
import { alarmRule, type BackTest } from '#contract/equipment/alarm-rule.ts'
import { row, rows } from '#server/db/database.ts'
import type { App } from '#server/app.ts'
import type { Client } from '#server/demo/client.ts'
import { isOnDuty } from '#server/engines/alarm/contacts.ts'
import { isAddress, isPrivate } from '#server/http/outgoing.ts'
import { watch } from '#server/engines/alarm/watch.ts'
import { ruleFields, type Rule } from '#server/engines/alarm/rules.ts'
import { equipmentText } from '#server/http/texts.ts'
import { connect, newDevice, report, type Field } from './devices.ts'
import { newTenant, startApp, unique, type Tenant, type TestApp } from './harness.ts'
import type { Made } from './samples.ts'

let app: TestApp
let mine: Tenant
beforeAll(async () => {
  app = await startApp({ mqtt: { host: '127.0.0.1', port: 0 }, privateRobots: true, liveBeat: 300 })
  mine = await newTenant(app)
})
afterAll(() => app.end())

const until = async <T>(look: () => Promise<T | null | undefined | false>, ms = 5000): Promise<T> => {
  const end = Date.now() + ms
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error('it did not come to pass')
    await wait(25)
  }
}
const newRule = (admin: Client, more: Record<string, unknown>) => admin.call<Made>(alarmRule.api.create, {
  name: unique('规则'), level: 2, deviceType: 'gateway_weather', trigger: 'threshold', metric: 'airTemperature', operator: 'above', value: 35, enabledFlag: 1, ...more,
})
async function newContact(tenant: Tenant, more: Record<string, unknown> = {}): Promise<Made> {
  const members = await tenant.admin.call<Page<Made>>('GET /iam/v1/{tenant}/users', { size: '0' })
  return tenant.admin.call<Made>(alarmContact.api.create, { name: unique('值班'), userId: members.content[0]!.id, channel: 'bell', minLevel: 1, stage: 1, enabledFlag: 1, ...more })
}
const listed = (admin: Client, query: Record<string, string> = {}) => admin.call<Page<AlarmRow>>('GET /wfpe/v1/{tenant}/alarm', { size: '100', ...query })
const detailOf = (admin: Client, id: number) => admin.call<AlarmDetail>(`GET /wfpe/v1/{tenant}/alarm/${id}`)
const bell = async (admin: Client) => (await admin.call<Page<{ subject: string; content: string }>>('GET /hmsg/v1/{tenant}/messages/user', { size: '200', withContent: '1' })).content
/** One value of a device as if the broker had stored it. */
const say = (on: App, tenant: Tenant, device: Pick<Field, 'id'>, value: number, at = Date.now(), metric = 'airTemperature') =>
  new Promise<void>((done, fail) => on.intake.message(tenant.id, { device: device.id, points: [{ metric, at, value, clock: 0 }], problems: [], bytes: 1, text: '{}', receivedAt: Date.now() }, (error) => (error ? fail(error) : done())))
/** What time brings about, as if it were later. */
const later = async (tenant: Tenant, now: number) => {
  const rules = await app.db.read(tenant.id, (tx) => rows<Rule>(tx, sql`select ${ruleFields} from alarm_rule where enabled_flag = 1`))
  await until(() => app.db.write(tenant.id, (tx) => watch(tx, tenant.id, rules, equipmentText, { now })))
}

describe('an alarm', () => {
  test('comes from a device’s message to the bell within two seconds, and goes with the value', async () => {
    const device = await newDevice(mine.admin)
    await newContact(mine)
    await newRule(mine.admin, { name: '大棚气温过高', areaId: device.areaId })
    const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
    const stop = new AbortController()
    const stream = await fetch(`${address}/iam/v1/${mine.id}/live`, { headers: { authorization: `Bearer ${mine.admin.token}` }, signal: stop.signal })
    const events: { at: number; text: string }[] = []
    void (async () => {
      for await (const chunk of stream.body!) events.push({ at: performance.now(), text: new TextDecoder().decode(chunk as Uint8Array) })
    })().catch(() => undefined)
    const client = await connect(app, device)
    await report(client, { values: { airTemperature: 25 } })
    await wait(300)
    const before = performance.now()
    await report(client, { values: { airTemperature: 38.5 } })
    const rung = await until(async () => events.find(({ at, text }) => at > before && text.includes('"resource":"messages"')))
    console.log(`message to bell: ${Math.round(rung.at - before)} ms`)
    expect(rung.at - before).toBeLessThan(2000)
    const { content: [alarm] } = await listed(mine.admin, { deviceId: String(device.id) })
    expect(alarm).toMatchObject({ ruleName: '大棚气温过高', state: 'active', level: 2, value: 38.5, metric: 'airTemperature', deviceId: device.id })
    const [message] = await bell(mine.admin)
    expect(message!.subject).toBe(`【警告】大棚气温过高：${alarm!.deviceName}`)
    expect(message!.content).toContain('空气温度 38.5 °C，高于 35 °C')
    await report(client, { values: { airTemperature: 30 } })
    const cleared = await until(async () => (await listed(mine.admin, { deviceId: String(device.id) })).content.find(({ state }) => state === 'cleared'))
    expect(cleared.clearedAt).not.toBeNull()
    const [over] = await bell(mine.admin)
    expect(over!.subject).toContain('【已恢复】')
    // Why it came, not how it ended.
    expect(over!.content).toContain('空气温度 38.5 °C，高于 35 °C')
    stop.abort()
    await client.endAsync()
  })

  test('is one, however many processes see the value, and survives a new process', async () => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin)
    await newContact(tenant)
    await newRule(tenant.admin, { durationSeconds: 60, silenceSeconds: 0 })
    const beside = await app.beside({ mqtt: undefined })
    const at = Date.now() - 200_000
    await Promise.all([say(app, tenant, device, 40, at), say(beside, tenant, device, 41, at + 1000)])
    await wait(300)
    // The one that saw the beginning does not see the end of the duration.
    await Promise.all([say(beside, tenant, device, 42, at + 61_000), say(app, tenant, device, 42.5, at + 61_500)])
    await until(async () => (await listed(tenant.admin)).totalElements > 0)
    await wait(300)
    const { content } = await listed(tenant.admin)
    expect(content.map(({ state }) => state)).toEqual(['active'])
    expect((await bell(tenant.admin)).length).toBe(1)
  })

  test('that says so closes the valves of its ground, and says that it did', async () => {
    const valve = await newDevice(mine.admin, 'electric_valve')
    const { areaId } = await mine.admin.call<{ areaId: number }>(`GET /wfpe/v1/{tenant}/device/${valve.id}`)
    const probe = await newDevice(mine.admin, 'soil', { areaId })
    const elsewhere = await newDevice(mine.admin, 'electric_valve')
    const client = await connect(app, valve)
    const told: { actuator: string; value: number }[] = []
    client.on('message', (_topic, payload) => told.push(JSON.parse(payload.toString()) as { actuator: string; value: number }))
    await client.subscribeAsync('v1/devices/me/commands', { qos: 1 })
    await report(client, { open: 1 })
    await say(app, mine, elsewhere, 1, Date.now(), 'open')
    const rule = await newRule(mine.admin, { deviceType: 'soil', metric: 'humidity.1', value: 40, action: 'stopIrrigation' })
    await say(app, mine, probe, 45, Date.now(), 'humidity.1')
    await until(async () => told.length > 0)
    expect(told).toMatchObject([{ actuator: 'open', value: 0 }])
    const [alarm] = (await listed(mine.admin, { ruleId: String(rule.id) })).content
    expect((await detailOf(mine.admin, alarm!.id)).journal).toContainEqual(expect.objectContaining({ kind: 'irrigationStopped', detail: { count: 1 } }))
    await report(client, { open: 0 })
    const { content } = await mine.admin.call<Page<{ origin: string; deviceName: string }>>('GET /wfpe/v1/{tenant}/device/control-log', { size: '0' })
    const names = await Promise.all([valve, elsewhere].map(async ({ id }) => (await mine.admin.call<{ name: string }>(`GET /wfpe/v1/{tenant}/device/${id}`)).name))
    expect(names.map((name) => content.filter(({ deviceName, origin }) => deviceName === name && origin === 'alarm').length)).toEqual([1, 0])
    await client.endAsync()
  })

  test('is not raised by history: values that come late, or after newer ones', async () => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin, 'gateway_weather', { reportMinutes: 5 })
    await newRule(tenant.admin, {})
    const now = Date.now()
    await say(app, tenant, device, 25, now)
    await say(app, tenant, device, 50, now - 3 * 3_600_000)
    await wait(200)
    await say(app, tenant, device, 50, now - 60_000)
    await wait(400)
    expect((await listed(tenant.admin)).totalElements).toBe(0)
    // It could have been raised.
    await say(app, tenant, device, 50, now + 1)
    await until(async () => (await listed(tenant.admin)).totalElements === 1)
  })

  test('of one layer says nothing of another', async () => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin, 'soil')
    await newRule(tenant.admin, { deviceType: 'soil', metric: 'humidity', operator: 'below', value: 15, hysteresis: 2 })
    await say(app, tenant, device, 12, Date.now(), 'humidity.1')
    await say(app, tenant, device, 30, Date.now(), 'humidity.2')
    await until(async () => (await listed(tenant.admin)).totalElements === 1)
    await wait(200)
    expect((await listed(tenant.admin)).content.map(({ metric }) => metric)).toEqual(['humidity.1'])
  })
})

describe('silence', () => {
  test('of a device is an alarm at its last word and so many minutes, by the server’s clock', async () => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin)
    await newRule(tenant.admin, { trigger: 'offline', silentMinutes: 10, metric: null, operator: null, value: null, level: 3 })
    await say(app, tenant, device, 20)
    await app.db.write(tenant.id, (tx) => sql`update device set online = 0 where id = ${device.id}`.execute(tx))
    const seen = Date.parse((await app.db.read(tenant.id, (tx) => row<{ lastSeenAt: string }>(tx, sql`select last_seen_at from device where id = ${device.id}`)))!.lastSeenAt)
    await later(tenant, seen + 9 * 60_000)
    expect((await listed(tenant.admin)).totalElements).toBe(0)
    await later(tenant, seen + 11 * 60_000)
    const [alarm] = (await listed(tenant.admin)).content
    expect([alarm!.state, Date.parse(alarm!.beganAt)]).toEqual(['active', seen + 10 * 60_000])
    // A sign of life is written down once a second.
    await wait(1100)
    await say(app, tenant, device, 21)
    await until(async () => (await listed(tenant.admin)).content[0]!.state === 'cleared', 8000)
  })
  test('of a channel is one too', async () => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin)
    await newRule(tenant.admin, { trigger: 'noData', silentMinutes: 30, metric: 'windSpeed', operator: null, value: null })
    await say(app, tenant, device, 2, Date.now() - 29 * 60_000, 'windSpeed')
    await later(tenant, Date.now())
    expect((await listed(tenant.admin)).totalElements).toBe(0)
    await later(tenant, Date.now() + 2 * 60_000)
    expect((await listed(tenant.admin)).content[0]).toMatchObject({ trigger: 'noData', metric: 'windSpeed', state: 'active' })
  })
})

describe('people', () => {
  const raised = async (rule: Record<string, unknown> = {}) => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin)
    await newRule(tenant.admin, rule)
    return { tenant, device, raise: async () => {
      await say(app, tenant, device, 40)
      return until(async () => (await listed(tenant.admin, { state: 'open' })).content[0])
    } }
  }
  test('acknowledge, assign, comment, mute and clear; all of it is in the journal, and in the audit log', async () => {
    const { tenant, raise } = await raised()
    const alarm = await raise()
    const at = `/wfpe/v1/{tenant}/alarm/${alarm.id}`
    const people = await tenant.admin.call<{ id: number; name: string }[]>('GET /wfpe/v1/{tenant}/alarm/people')
    expect(await tenant.admin.call('POST /wfpe/v1/{tenant}/alarm/acknowledge', { ids: [alarm.id, alarm.id] })).toBe(1)
    expect(await tenant.admin.call('POST /wfpe/v1/{tenant}/alarm/acknowledge', { ids: [alarm.id] })).toBe(0)
    await tenant.admin.call(`POST ${at}/assign`, { assigneeId: people[0]!.id })
    await tenant.admin.call(`POST ${at}/comment`, { text: '已通知现场开天窗' })
    expect((await tenant.admin.send(`POST ${at}/mute`, { minutes: 120, reason: ' ' })).json().fields).toHaveProperty('reason')
    await tenant.admin.call(`POST ${at}/mute`, { minutes: 120, reason: '检修' })
    await tenant.admin.call(`POST ${at}/clear`, { reason: '误报' })
    expect((await tenant.admin.send(`POST ${at}/clear`, { reason: '误报' })).statusCode).toBe(422)
    const { alarm: now, journal } = await detailOf(tenant.admin, alarm.id)
    expect(now).toMatchObject({ state: 'cleared', assigneeName: people[0]!.name, muteReason: '检修' })
    expect(journal.map(({ kind }) => kind)).toEqual(['raised', 'acknowledged', 'assigned', 'commented', 'muted', 'cleared'])
    const audit = await tenant.admin.call<Page<{ action: string }>>(`GET /iam/v1/{tenant}/audit/alarm/${alarm.id}`).catch(() => null)
    if (audit) expect(audit.content.map(({ action }) => action).sort()).toEqual(['acknowledged', 'assigned', 'cleared', 'commented', 'muted'])
  })
  test('are told again when it repeats, the next in order when nobody acknowledges, and nobody of what is muted', async () => {
    const { tenant, raise } = await raised({ silenceSeconds: 1800, repeatFlag: 1 })
    await newContact(tenant, { name: '一线', escalateMinutes: 10 })
    await newContact(tenant, { name: '主管', stage: 2 })
    const alarm = await raise()
    const told = async () => (await detailOf(tenant.admin, alarm.id)).notices.map(({ kind, contactName }) => `${kind} ${contactName}`)
    const now = Date.now()
    await later(tenant, now + 5 * 60_000)
    expect(await told()).toEqual(['raised 一线'])
    await later(tenant, now + 11 * 60_000)
    expect(await told()).toEqual(['raised 一线', 'escalated 主管'])
    await later(tenant, now + 42 * 60_000)
    expect(await told()).toEqual(['raised 一线', 'escalated 主管', 'repeat 一线', 'repeat 主管'])
    await tenant.admin.call(`POST /wfpe/v1/{tenant}/alarm/${alarm.id}/mute`, { minutes: 600, reason: '停电检修' })
    await later(tenant, now + 90 * 60_000)
    expect((await told()).length).toBe(4)
  })
  test('hear a level that rises within the silence', async () => {
    const { tenant, device, raise } = await raised({ severeValue: 45, silenceSeconds: 3600 })
    await newContact(tenant)
    const alarm = await raise()
    await say(app, tenant, device, 41)
    await say(app, tenant, device, 46)
    await until(async () => (await detailOf(tenant.admin, alarm.id)).alarm.level === 3)
    expect((await detailOf(tenant.admin, alarm.id)).notices.map(({ kind }) => kind)).toEqual(['raised', 'risen'])
  })
  test('are those who are concerned and on duty', async () => {
    const at = (weekday: number, hour: number) => ({ weekday, hour })
    const night = { weekdays: ['5'], fromHour: 22, toHour: 6 }
    expect([isOnDuty(night, at(5, 23)), isOnDuty(night, at(6, 5)), isOnDuty(night, at(5, 5)), isOnDuty(night, at(6, 23))]).toEqual([true, true, false, false])
    const { tenant, device, raise } = await raised()
    await newContact(tenant, { name: '别处', areaIds: [(await newDevice(tenant.admin)).areaId as number] })
    await newContact(tenant, { name: '只管紧急', minLevel: 3 })
    await newContact(tenant, { name: '只管墒情', deviceTypes: ['soil'] })
    await newContact(tenant, { name: '本基地', areaIds: [device.areaId as number] })
    const alarm = await raise()
    expect((await detailOf(tenant.admin, alarm.id)).notices.map(({ contactName }) => contactName)).toEqual(['本基地'])
  })
  test('get one digest of a storm, and the console stays quick', async () => {
    const { tenant, device } = await raised({ silenceSeconds: 0 })
    await newContact(tenant)
    await app.db.write(tenant.id, (tx) => sql`insert into device (name, device_type, eui, area_id) select '站 ' || n, 'gateway_weather', 'storm-' || n, ${device.areaId as number} from generate_series(1, 1000) n`.execute(tx))
    const devices = await app.db.read(tenant.id, (tx) => rows<{ id: number }>(tx, sql`select id from device where eui like 'storm-%'`))
    const began = performance.now()
    await Promise.all(devices.map((one) => say(app, tenant, one, 40)))
    await until(async () => (await listed(tenant.admin, { size: '1' })).totalElements >= 1000, 20_000)
    const took = performance.now() - began
    const asked = performance.now()
    await listed(tenant.admin, { size: '10', state: 'open' })
    console.log(`1,000 alarms in ${Math.round(took)} ms; the list answers in ${Math.round(performance.now() - asked)} ms`)
    expect((await bell(tenant.admin)).length).toBe(20)
    await app.db.write(tenant.id, (tx) => sql`update alarm_notice set due_at = now() where kind = 'digest'`.execute(tx))
    const subjects = await until(async () => {
      const found = (await bell(tenant.admin)).filter(({ subject }) => subject.includes('另有'))
      return found.length > 0 && found.map(({ subject }) => subject)
    }, 8000)
    expect(subjects).toEqual([expect.stringContaining('另有 980 条告警')])
  })
})

interface Heard { msgtype?: string; msg_type?: string; sign?: string; timestamp?: string; text?: { content: string }; content?: { text: string } }
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
    await tenant.admin.call(`PUT /wfpe/v1/{tenant}/alarm-contact/${contact.id}/robot`, { url: base + path, secret })
    return contact
  }

  test('are spoken to as their vendors say, signed, and their addresses are never answered', async () => {
    const tenant = await newTenant(app)
    answer = (request) => [200, request.url!.startsWith('/open-apis') ? { code: 0, msg: 'success' } : { errcode: 0, errmsg: 'ok' }]
    const all = { dingtalk: '/robot/send?access_token=abc', feishu: '/open-apis/bot/v2/hook/xyz', wecom: '/cgi-bin/webhook/send?key=k1' }
    for (const [channel, path] of Object.entries(all)) {
      const contact = await withRobot(tenant, channel, path)
      heard.length = 0
      await tenant.admin.call(`POST /wfpe/v1/{tenant}/alarm-contact/${contact.id}/test`, {})
      const [{ url, body } = { url: new URL(base), body: {} as Heard }] = heard
      if (channel === 'dingtalk') {
        const at = url.searchParams.get('timestamp')!
        expect(url.searchParams.get('sign')).toBe(createHmac('sha256', secret).update(`${at}\n${secret}`).digest('base64'))
        expect([url.searchParams.get('access_token'), body.msgtype, body.text?.content]).toEqual(['abc', 'text', expect.stringContaining('告警通知测试')])
      } else if (channel === 'feishu') {
        expect(body).toMatchObject({ msg_type: 'text', content: { text: expect.stringContaining('测试') }, sign: createHmac('sha256', `${body.timestamp}\n${secret}`).digest('base64') })
        expect(Math.abs(Number(body.timestamp) - Date.now() / 1000)).toBeLessThan(10)
      } else expect([url.searchParams.get('key'), body.msgtype]).toEqual(['k1', 'text'])
    }
    const answered = JSON.stringify([await tenant.admin.call(alarmContact.api.list, { size: '0' }), await app.db.read(tenant.id, (tx) => rows(tx, sql`select * from alarm_robot`)), await app.db.read(tenant.id, (tx) => rows(tx, sql`select * from audit`))])
    expect(answered).toContain('127.0.0.1')
    for (const kept of ['access_token', 'SEC0123', 'hook/xyz', 'key=k1']) expect([kept, answered.includes(kept)]).toEqual([kept, false])
  })
  test('that refuse are tried again, and then it stands in the alarm', async () => {
    const tenant = await newTenant(app)
    answer = () => [200, { errcode: 310_000, errmsg: 'sign not match' }]
    const device = await newDevice(tenant.admin)
    const contact = await withRobot(tenant, 'dingtalk', '/robot/send?access_token=x')
    expect((await tenant.admin.send(`POST /wfpe/v1/{tenant}/alarm-contact/${contact.id}/test`, {})).json()).toMatchObject({ code: 'alarm.not_delivered', message: expect.stringContaining('sign not match') })
    await newRule(tenant.admin, {})
    await say(app, tenant, device, 40)
    const alarm = await until(async () => (await listed(tenant.admin)).content[0])
    for (let i = 1; i < 3; i++) {
      await until(async () => (await detailOf(tenant.admin, alarm.id)).notices[0]?.attempts === i && (await detailOf(tenant.admin, alarm.id)).notices[0]?.state === 'queued')
      await app.db.write(tenant.id, (tx) => sql`update alarm_notice set due_at = now()`.execute(tx))
      app.alarms.deliver([tenant.id])
    }
    const notice = await until(async () => (await detailOf(tenant.admin, alarm.id)).notices.find(({ state }) => state === 'failed'))
    expect(notice).toMatchObject({ attempts: 3, error: expect.stringContaining('310000 sign not match') })
  })
  test('live at public addresses only, unless the installation says otherwise', () => {
    for (const address of ['127.0.0.1', '10.2.3.4', '169.254.169.254', '192.168.1.1', '172.20.0.1', '100.64.1.1', '0.0.0.0', '::1', 'fe80::1', 'fd00::1', '::ffff:127.0.0.1', '::ffff:7f00:1']) expect([address, isPrivate(address)]).toEqual([address, true])
    for (const address of ['8.8.8.8', '47.246.1.1', '2400:3200::1']) expect([address, isPrivate(address)]).toEqual([address, false])
    const strict = { allowsPrivate: false }
    for (const url of ['http://oapi.dingtalk.com/x', 'https://127.0.0.1/x', 'https://2130706433/x', 'https://[::1]/x', 'https://localhost/x', 'https://a:b@oapi.dingtalk.com/', 'file:///etc/passwd', 'x']) expect([url, isAddress(url, strict)]).toEqual([url, false])
    expect(isAddress('https://oapi.dingtalk.com/robot/send?access_token=1', strict)).toBe(true)
  })
  test('by SMS, the text is in the outbox', async () => {
    const tenant = await newTenant(app)
    const members = await tenant.admin.call<Page<Made>>('GET /iam/v1/{tenant}/users', { size: '0' })
    const refused = await tenant.admin.send(alarmContact.api.create, { name: '短信', userId: members.content[0]!.id, channel: 'sms', minLevel: 1, stage: 1 })
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, ['userId']])
    await app.db.platform((tx) => sql`update account set phone = '13900001111' where id = ${tenant.adminAccount}`.execute(tx))
    const contact = await newContact(tenant, { channel: 'sms' })
    await tenant.admin.call(`POST /wfpe/v1/{tenant}/alarm-contact/${contact.id}/test`, {})
    expect(await app.db.platform((tx) => row(tx, sql`select text from sms_outbox where phone = '13900001111'`))).toMatchObject({ text: expect.stringContaining('告警通知测试') })
  })
})

describe('a rule', () => {
  test('is tried on what is stored before it is saved, by the code that will run it', async () => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin, 'gateway_weather', { reportMinutes: 10 })
    const start = Date.now() - 24 * 3_600_000
    const values = Array.from({ length: 144 }, (_, i) => ({ at: start + i * 600_000, value: i >= 60 && i < 66 ? 39 : i === 100 ? 37 : 25 }))
    await app.intake.message(tenant.id, { device: device.id, points: values.map((one) => ({ ...one, metric: 'airTemperature', clock: 0 as const })), problems: [], bytes: 1, text: '', receivedAt: Date.now() }, () => undefined)
    await until(async () => (await app.db.read(tenant.id, (tx) => row<{ n: number }>(tx, sql`select count(*) as n from telemetry where device_id = ${device.id}`)))!.n === 144)
    const rule = { level: 2, deviceType: 'gateway_weather', trigger: 'threshold', metric: 'airTemperature', operator: 'above', value: 35 }
    const ask = (more: object) => tenant.admin.call<BackTest>('POST /wfpe/v1/{tenant}/alarm-rule/back-test', { ...rule, ...more })
    expect(await ask({})).toMatchObject({ total: 2, devices: 1, samples: 144, alarms: [{ peak: 37 }, { peak: 39, deviceName: expect.any(String), beganAt: new Date(start + 60 * 600_000).toISOString() }] })
    expect(await ask({ durationSeconds: 1800 })).toMatchObject({ total: 1, notices: 2, alarms: [{ beganAt: new Date(start + 63 * 600_000).toISOString(), clearedAt: new Date(start + 66 * 600_000).toISOString() }] })
    expect((await ask({ trigger: 'rate', value: 5, rateMinutes: 20 })).total).toBe(2)
    expect((await tenant.admin.call<Page<Made>>(alarmRule.api.list)).totalElements).toBe(0)
    const wrong = await tenant.admin.send('POST /wfpe/v1/{tenant}/alarm-rule/back-test', { ...rule, value: null })
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([422, ['value']])
  })
  test('says at the field what means nothing', async () => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin)
    const bad = async (more: Record<string, unknown>) => {
      const answer = await tenant.admin.send(alarmRule.api.create, { name: '规则', level: 2, deviceType: 'gateway_weather', trigger: 'threshold', metric: 'airTemperature', operator: 'above', value: 35, ...more })
      return [answer.statusCode, ...Object.keys(answer.json().fields ?? {})]
    }
    expect(await bad({ metric: 'humidity' })).toEqual([422, 'metric'])
    expect(await bad({ metric: null })).toEqual([422, 'metric'])
    expect(await bad({ operator: 'outside', value2: 20 })).toEqual([422, 'value2'])
    expect(await bad({ severeValue: 30 })).toEqual([422, 'severeValue'])
    expect(await bad({ trigger: 'rate', rateMinutes: 5, operator: 'between', value2: 40 })).toEqual([422, 'operator'])
    expect(await bad({ deviceType: 'soil', metric: 'humidity', deviceIds: [device.id] })).toEqual([422, 'deviceIds'])
  })
  test('that is switched off ends its alarms', async () => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin)
    const rule = await newRule(tenant.admin, {})
    await say(app, tenant, device, 40)
    await until(async () => (await listed(tenant.admin, { state: 'open' })).totalElements === 1)
    const now = await tenant.admin.call<Made>(`GET /wfpe/v1/{tenant}/alarm-rule/${rule.id}`)
    const { id, objectVersionNumber, name, level, deviceType, trigger, metric, operator, value } = now
    await tenant.admin.call(alarmRule.api.edit, { id, objectVersionNumber, name, level, deviceType, trigger, metric, operator, value, enabledFlag: 0 })
    await until(async () => (await listed(tenant.admin, { state: 'cleared' })).totalElements === 1, 8000)
  })
})
