import { createServer, type Server } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveDigest } from '#contract/home/brief.ts'
import {
  confirmMessagePhone,
  messageSettings,
  saveMessageSettings,
  setMessageRobot,
  testMessageWay,
} from '#contract/message/ways.ts'
import { dayAfter } from '#contract/planting/stages.ts'
import { task } from '#contract/work/task.ts'
import { callOf } from '#contract/entity-calls.ts'
import { area } from '#contract/farm/area.ts'
import { messages } from '#contract/message/reader-calls.ts'
import { row, rows } from '#server/db/database.ts'
import { untyped, type Client } from '#server/demo/client.ts'
import { sendDigests } from '#server/modules/home/digest.ts'
import { deliverMessages } from '#server/modules/message/engine/deliver.ts'
import { quietUntil } from '#server/modules/message/engine/quiet.ts'
import { sendMessages } from '#server/modules/message/engine/send-messages.ts'
import { alarmApp } from './alarm-ground.ts'
import { newMember, newTenant, unique, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
let mine: Tenant
let peer: Server
let base = ''
let isRefusing = false
const heard: string[] = []
beforeAll(async () => {
  app = await alarmApp()
  mine = await newTenant(app)
  peer = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += String(part)))
    request.on('end', () => {
      if (!isRefusing) heard.push((JSON.parse(text) as { text: { content: string } }).text.content)
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify(
          // What another's software says may hold what PostgreSQL does not take.
          isRefusing ? { errcode: 310_000, errmsg: 'no such group\u0000' } : { errcode: 0 },
        ),
      )
    })
  })
  await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(peer.address() as { port: number }).port}`
})
afterAll(() => void peer.close())

const letters = async (who: Client) =>
  (await who.call(messages, { withContent: '1', size: 100 })).content
const settings = (who: Client) => who.call(messageSettings)
const withRobot = async () => {
  const who = await newMember(app, mine, [task.permissions.list])
  await who.call(setMessageRobot, {
    channel: 'wecom',
    url: `${base}/send?key=k-of-${who.accountId}`,
  })
  await who.call(saveMessageSettings, {
    ways: { task: ['bell', 'robot'], lock: [], digest: ['robot'] },
    quiet: { from: 22, to: 6 },
  })
  return who
}
/** Half past an hour of the tenants' clock, so many days from now. */
const at = (days: number, hour: number) =>
  new Date(
    `${dayAfter(new Date().toISOString().slice(0, 10), days)}T${String(hour).padStart(2, '0')}:30:00+08:00`,
  )
const say = (
  who: { accountId: number },
  kind: 'task' | 'lock' | 'plan',
  when: Date,
  subject = 'S',
) =>
  app.db.write(mine.id, (tx) =>
    sendMessages(
      tx,
      kind,
      [
        {
          accountId: who.accountId,
          subject,
          lines: ['one', 'two'],
          sender: 'x',
          page: { link: '/', open: 'o' },
        },
      ],
      when,
    ),
  )
const deliver = () => deliverMessages(app.db, mine.id, app.ways)
/** As if it were later. */
const wait = (seconds: number) =>
  app.db.write(mine.id, (tx) =>
    sql`update message_sending set due_at = due_at - ${`${seconds} seconds`}::interval`.execute(tx),
  )

test('quiet hours end by the clock of the zone, over midnight and where clocks are set', () => {
  const until = (quiet: { from: number; to: number }, moment: string, zone = 'Asia/Shanghai') =>
    quietUntil(quiet, zone, new Date(moment))?.toISOString() ?? null
  const night = { from: 22, to: 6 }
  expect(until(night, '2026-05-01T23:10:05+08:00')).toBe('2026-05-01T22:00:00.000Z')
  expect(until(night, '2026-05-02T05:59:59+08:00')).toBe('2026-05-01T22:00:00.000Z')
  expect(until(night, '2026-05-02T06:00:00+08:00')).toBeNull()
  expect(until(night, '2026-05-02T21:59:00+08:00')).toBeNull()
  expect(until({ from: 12, to: 14 }, '2026-05-02T13:00:00+08:00')).toBe('2026-05-02T06:00:00.000Z')
  // Clocks go forward in this night: six is an hour sooner.
  expect(until(night, '2026-03-28T23:30:00+01:00', 'Europe/Berlin')).toBe(
    '2026-03-29T04:00:00.000Z',
  )
  expect(quietUntil(null, 'Asia/Shanghai', new Date())).toBeNull()
})

test('what is said at night is under the bell at once, and goes out when the night is over', async () => {
  const who = await withRobot()
  heard.length = 0
  await say(who, 'task', at(1, 23), 'at night')
  expect((await letters(who)).map(({ subject }) => subject)).toEqual(['at night'])
  await deliver()
  expect(heard).toEqual([])
  const [waiting] = (await settings(who)).sendings
  expect(waiting).toMatchObject({ way: 'robot', kind: 'task', state: 'queued' })
  expect(new Date(waiting!.dueAt).toISOString()).toBe(
    new Date(at(2, 6).getTime() - 30 * 60_000).toISOString(),
  )
  await wait((new Date(waiting!.dueAt).getTime() - Date.now()) / 1000 + 1)
  await Promise.all([deliver(), deliver()])
  expect(heard).toEqual(['at night\none\ntwo'])
  expect((await settings(who)).sendings[0]).toMatchObject({ state: 'sent' })
})

test('by day it goes at once; who has switched a kind off hears of it by no way', async () => {
  const who = await withRobot()
  heard.length = 0
  await say(who, 'lock', at(-1, 10), 'lock')
  await deliver()
  expect([heard, await letters(who), (await settings(who)).sendings]).toEqual([[], [], []])
  await say(who, 'task', at(-1, 10), 'by day')
  // Switched off before it went.
  await who.call(saveMessageSettings, { ways: { task: [] }, quiet: null })
  await deliver()
  expect(heard).toEqual([])
  expect((await settings(who)).sendings[0]).toMatchObject({ state: 'dropped' })
  // What was not named stays as it was.
  expect((await settings(who)).ways).toEqual({
    task: [],
    lock: [],
    plan: ['bell'],
    digest: ['robot'],
  })
})

test('a robot that refuses is asked again, then it is said, once', async () => {
  const who = await withRobot()
  isRefusing = true
  await say(who, 'task', at(-1, 10), 'first')
  for (let tried = 1; tried <= 4; tried++) {
    await deliver()
    const [one] = (await settings(who)).sendings
    expect([one!.attempts, one!.state]).toEqual([tried, tried < 4 ? 'queued' : 'failed'])
    expect(one!.error).toContain('no such group')
    await wait(3600)
  }
  expect((await who.send(testMessageWay, { way: 'robot' })).statusCode).toBe(422)
  const told = async () =>
    (await letters(who)).filter(({ subject }) => subject === '群机器人没有收到消息')
  expect((await told())[0]!.content).toContain('no such group')
  await say(who, 'task', at(-1, 10), 'second')
  for (let tried = 1; tried <= 4; tried++) {
    await deliver()
    await wait(3600)
  }
  expect(await told()).toHaveLength(1)
  isRefusing = false
  await say(who, 'task', at(-1, 10), 'third')
  await deliver()
  expect((await settings(who)).sendings.map(({ state }) => state)).toEqual([
    'sent',
    'failed',
    'failed',
    'failed',
  ])
})

test('an SMS says nothing that somebody wrote, and goes to a confirmed number alone', async () => {
  const who = await newMember(app, mine, [])
  const ways = { ways: { task: ['sms' as const] }, quiet: null }
  expect((await who.send(saveMessageSettings, untyped(ways))).json()).toMatchObject({
    fields: { ways: expect.stringContaining('验证') },
  })
  const phone = `13${String(who.accountId).padStart(9, '0')}`
  await app.db.platform((tx) =>
    sql`update account set phone = ${phone} where id = ${who.accountId}`.execute(tx),
  )
  const texts = () =>
    app.db.platform((tx) =>
      rows<{ text: string }>(
        tx,
        sql`select text from sms_outbox where phone = ${phone} order by id`,
      ),
    )
  const { captchaKey } = await who.call(confirmMessagePhone, {})
  const code = /\d{6}/.exec((await texts())[0]!.text)![0]
  const wrong = code === '000000' ? '111111' : '000000'
  expect(
    (await who.send(confirmMessagePhone, untyped({ captchaKey, captcha: wrong }))).statusCode,
  ).toBe(422)
  await who.call(confirmMessagePhone, { captchaKey: captchaKey!, captcha: code })
  expect(await settings(who)).toMatchObject({ isPhoneConfirmed: true })
  await who.call(saveMessageSettings, ways)
  await say(who, 'task', at(-1, 10), 'https://evil.example')
  await deliver()
  const [, sent] = await texts()
  expect(sent!.text).toBe('您有一条任务消息\n详情请在控制台查看。')
  expect(await letters(who)).toEqual([])
  // Another number has agreed to nothing.
  await app.db.platform((tx) =>
    sql`update account set phone = ${phone.replace(/^13/, '15')} where id = ${who.accountId}`.execute(
      tx,
    ),
  )
  expect(await settings(who)).toMatchObject({ isPhoneConfirmed: false })
  await say(who, 'task', at(-1, 10))
  await deliver()
  expect((await settings(who)).sendings[0]).toMatchObject({ state: 'failed', attempts: 1 })
})

test('the address of a robot is kept sealed, and one of one’s own network is refused', async () => {
  const who = await withRobot()
  const found = await app.db.read(mine.id, (tx) =>
    row(tx, sql`select * from message_setting where account_id = ${who.accountId}`),
  )
  const answered = JSON.stringify([await settings(who), found])
  expect(answered).toContain('127.0.0.1')
  expect(answered).not.toContain('k-of-')
  heard.length = 0
  await who.call(testMessageWay, { way: 'robot' })
  expect(heard[0]).toContain('消息测试')
  await who.call(setMessageRobot, { channel: 'wecom', url: '' })
  expect(await settings(who)).toMatchObject({ robot: null, ways: { task: ['bell'], digest: [] } })
  expect((await who.send(testMessageWay, { way: 'robot' })).statusCode).toBe(422)
})

test('who has left hears of nothing that still waited', async () => {
  const who = await withRobot()
  heard.length = 0
  await say(who, 'task', at(-1, 10))
  await app.db.write(mine.id, (tx) =>
    sql`update member set enabled_flag = 0 where account_id = ${who.accountId}`.execute(tx),
  )
  await deliver()
  expect(heard).toEqual([])
})

test('the brief of somebody who is left alone at its hour comes when that is over', async () => {
  const who = await withRobot()
  await mine.admin.call(callOf(area, 'create'), {
    areaName: unique('基地'),
    enabledFlag: 1,
  })
  await who.call(saveDigest, { hour: 5 })
  heard.length = 0
  await sendDigests(app, mine.id, at(3, 5))
  await sendDigests(app, mine.id, at(3, 9))
  await deliver()
  expect(heard).toEqual([])
  await sendDigests(app, mine.id, at(4, 6))
  await sendDigests(app, mine.id, at(4, 7))
  await deliver()
  // By the way that was chosen, and by no other.
  expect(await letters(who)).toEqual([])
  expect(heard).toHaveLength(1)
  expect(heard[0]).toContain('任务')
})
