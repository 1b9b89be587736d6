import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { token, type Tokens } from '#contract/account/sign-in.ts'
import { confirmDevice, newDevices, self, sessions, switchTenant } from '#contract/account/self.ts'
import { messageCount, messages, readFlags, readMessage } from '#contract/message/reader-calls.ts'
import { row } from '#server/db/database.ts'
import { Client } from '#server/demo/client.ts'
import { fingerprintOf } from '#server/modules/account/engine/device.ts'
import { addMember, createAccount } from '#server/modules/account/engine/tenant.ts'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { hashPassword } from '#server/modules/account/engine/password.ts'
import {
  clientWith,
  emptyDatabase,
  newMember,
  newTenant,
  password,
  startApp,
  unique,
} from './harness.ts'
import { as } from './upgrade-ground.ts'

const sent: { phone: string; text: string }[] = []
let isDown = false
const gateway = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    if (!isDown) sent.push(JSON.parse(body) as { phone: string; text: string })
    response.writeHead(isDown ? 500 : 200).end()
  })
})
await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
afterAll(() => void gateway.close())
const { port } = gateway.address() as AddressInfo
const app = await startApp({ sms: { url: `http://127.0.0.1:${port}/`, token: 't' } })
beforeEach(() => {
  sent.length = 0
  isDown = false
})

const firefox = 'Mozilla/5.0 (X11; Linux) Firefox/140.0'
const iphone = 'Mozilla/5.0 (iPhone) Version/26.0 Mobile Safari/604.1'
const chrome = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36'
async function enter(loginName: string, agent: string): Promise<Client> {
  const client = new Client(app.http)
  const answer = await client.send(
    token.endpoint,
    new URLSearchParams({
      grant_type: 'password',
      username: loginName,
      password: await client.seal(password),
    }),
    { 'user-agent': agent },
  )
  expect(answer.statusCode, answer.body).toBe(200)
  return clientWith(app, answer.json<Tokens>().access_token, -1)
}
async function operator(phone: string | null = null) {
  const loginName = unique('operator')
  const passwordHash = await hashPassword(password)
  const accountId = await app.db.platform((tx) =>
    createAccount(tx, {
      loginName,
      realName: '运营',
      phone,
      passwordHash,
      defaultTenantId: null,
      isOperator: true,
    }),
  )
  return { loginName, accountId }
}

test('an operator, of no tenant, is told of a new device where they are in already and when they come next', async () => {
  const { loginName, accountId } = await operator()
  const first = await enter(loginName, firefox)
  await enter(loginName, firefox.replace('140', '141'))
  expect(await first.call(newDevices)).toEqual([])

  const other = await enter(loginName, chrome)
  const [told, ...more] = await first.call(newDevices)
  expect([told, more]).toEqual([
    {
      id: expect.any(Number),
      device: chrome,
      address: '127.0.0.1',
      place: 'here',
      at: expect.any(String),
      confirmable: true,
    },
    [],
  ])
  expect((await first.call(sessions)).filter((one) => one.newDevice)).toMatchObject([
    { device: chrome, current: false },
  ])
  // Whoever came in by it neither reads of it nor calls it their own.
  expect(await other.call(newDevices)).toEqual([])
  expect((await other.call(sessions)).some((one) => one.newDevice)).toBe(false)
  expect((await other.send(confirmDevice, { id: told!.id })).statusCode).toBe(404)

  // Nor do they by coming in once more, with an update of it meanwhile.
  const again = await enter(loginName, chrome.replace('140', '141'))
  expect(await again.call(newDevices)).toEqual([])
  expect((await again.call(sessions)).some((one) => one.newDevice)).toBe(false)
  expect((await again.send(confirmDevice, { id: told!.id })).statusCode).toBe(404)
  expect((await first.call(sessions)).filter((one) => one.newDevice)).toHaveLength(2)

  const next = await enter(loginName, firefox)
  expect(await next.call(newDevices)).toHaveLength(1)
  expect((await next.send(confirmDevice, { id: told!.id })).statusCode).toBe(204)
  expect(await first.call(newDevices)).toEqual([])
  expect((await first.send(confirmDevice, { id: told!.id })).statusCode).toBe(404)
  expect(
    await app.db.platform((tx) =>
      row(tx, sql`select action from audit where account_id = ${accountId}`),
    ),
  ).toEqual({ action: 'confirmDevice' })
  // Without a phone there is nobody to send a message to.
  expect(sent).toEqual([])
})

test('two new devices do not vouch for each other; after a week they may', async () => {
  const { loginName, accountId } = await operator()
  const first = await enter(loginName, firefox)
  const one = await enter(loginName, chrome)
  const two = await enter(loginName, iphone)
  const ofOne = (await first.call(newDevices)).find(({ device }) => device === chrome)!
  expect(await two.call(newDevices)).toMatchObject([{ id: ofOne.id, confirmable: false }])
  expect((await two.send(confirmDevice, { id: ofOne.id })).statusCode).toBe(404)
  expect(await one.call(newDevices)).toMatchObject([{ device: iphone, confirmable: false }])

  expect((await first.send(confirmDevice, { id: ofOne.id })).statusCode).toBe(204)
  expect(await one.call(newDevices)).toMatchObject([{ device: iphone, confirmable: true }])

  const three = await enter(loginName, chrome.replace('Windows', 'Macintosh'))
  expect(await two.call(newDevices)).toMatchObject([{ confirmable: false }])
  await app.db.platform((tx) =>
    sql`update new_device set at = at - interval '8 days' where account_id = ${accountId}`.execute(
      tx,
    ),
  )
  const [last] = await two.call(newDevices)
  expect(last).toMatchObject({ confirmable: true })
  expect((await two.send(confirmDevice, { id: last!.id })).statusCode).toBe(204)
  expect(await three.call(newDevices)).toMatchObject([{ device: iphone }])
})

test('nobody else reads of it or answers it', async () => {
  const { loginName } = await operator()
  const mine = await enter(loginName, firefox)
  await enter(loginName, chrome)
  const [told] = await mine.call(newDevices)
  const stranger = await enter((await operator()).loginName, firefox)
  expect(await stranger.call(newDevices)).toEqual([])
  expect((await stranger.send(confirmDevice, { id: told!.id })).statusCode).toBe(404)
  expect(await mine.call(newDevices)).toHaveLength(1)
})

test('an operator whose phone is known gets a message too, a few a day, and is in all the same where none can be sent', async () => {
  const phone = '13512349876'
  const { loginName } = await operator(phone)
  const mine = await enter(loginName, firefox)
  isDown = true
  await (await enter(loginName, chrome)).call(self)
  isDown = false
  for (let at = 0; at < 7; at++) await enter(loginName, `Another ${'abcdefg'.at(at)!}`)
  expect(sent).toHaveLength(4)
  expect(sent[0]!.phone).toBe(phone)
  expect(sent[0]!.text).toContain(loginName)
  expect(sent[0]!.text).toContain('127.0.0.1')
  expect(await mine.call(newDevices)).toHaveLength(8)
})

test('an operator who also works for a tenant is told on the platform, and a member in their tenant alone', async () => {
  const tenant = await newTenant(app)
  const both = await newMember(app, tenant, [])
  const member = await newMember(app, tenant, [])
  await app.db.platform((tx) =>
    sql`update account set operator_flag = 1, default_tenant_id = null
      where id = ${both.accountId}`.execute(tx),
  )
  for (const { loginName } of [both, member]) {
    await enter(loginName, firefox)
    await enter(loginName, chrome)
  }
  expect(await both.call(newDevices)).toHaveLength(1)
  expect(await member.call(newDevices)).toEqual([])
  const written = (account: number) =>
    app.db.read(tenant.id, (tx) =>
      row(tx, sql`select 1 as one from user_message where account_id = ${account}`),
    )
  expect([await written(both.accountId), await written(member.accountId)]).toEqual([
    null,
    { one: 1 },
  ])
})

test('a member is told in every tenant they work for, and by no session of that device', async () => {
  const [here, there, left] = [await newTenant(app), await newTenant(app), await newTenant(app)]
  const who = await newMember(app, here, [])
  for (const { id } of [there, left])
    await app.db.write(id, (tx) => addMember(tx, who.accountId, null, [], null))
  await app.db.write(left.id, (tx) =>
    sql`update member set enabled_flag = 0 where account_id = ${who.accountId}`.execute(tx),
  )
  const into = async (client: Client, { id }: { id: number }) =>
    clientWith(app, (await client.call(switchTenant, { tenantId: id })).access_token, id)
  const known = await into(await enter(who.loginName, firefox), there)
  await enter(who.loginName, chrome)
  const hears = async (client: Client) => [
    (await client.call(messages, {})).content.length,
    (await client.call(messageCount)).unreadMessageCount,
  ]
  expect(await hears(known)).toEqual([1, 1])
  expect(await hears(await into(await enter(who.loginName, firefox), here))).toEqual([1, 1])
  expect(
    await app.db.read(left.id, (tx) =>
      row(tx, sql`select 1 from user_message where account_id = ${who.accountId}`),
    ),
  ).toBeNull()

  const [told] = (await known.call(messages, {})).content
  const stranger = await into(await enter(who.loginName, chrome), there)
  expect(await hears(stranger)).toEqual([0, 0])
  expect((await stranger.send(readMessage, { id: told!.id })).statusCode).toBe(404)
  await stranger.call(readFlags, { readAll: 1 })
  await stranger.call(readFlags, { userMessageIdList: [told!.id] })
  expect(await hears(known)).toEqual([1, 1])
  await known.call(readFlags, { readAll: 1 })
  expect(await hears(known)).toEqual([1, 0])
})

test('an upgrade keeps who asked and who was told apart as before', async () => {
  const database = await emptyDatabase()
  const ours = migrationNames().sort()
  const before = ours.slice(
    0,
    ours.findIndex((name) => name.startsWith('484')),
  )
  await migrate(database.owner, undefined, undefined, before)
  const found = await as(database.owner, async (client) => {
    await client.query(`insert into account (id, real_name, login_name) values (1, 'o', 'o')`)
    for (const [id, device] of [firefox, firefox.replace('140', '141'), chrome].entries())
      await client.query(
        `insert into session (id, account_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at, device)
          values ($1::bigint, 1, $1::bigint::text, now(), $1::bigint::text, now(), $2)`,
        [id + 1, device],
      )
    await client.query(
      `insert into new_device (account_id, session_id, device, address) select 1, id, device, '' from session where id = 3`,
    )
    await migrate(database.owner)
    return (
      await client.query(
        'select s.fingerprint, s.fingerprint = n.fingerprint as told from session s, new_device n order by s.id',
      )
    ).rows
  })
  expect(found).toEqual(
    [firefox, firefox, chrome].map((agent, at) => ({
      fingerprint: fingerprintOf(agent),
      told: at === 2,
    })),
  )
  await database.drop()
})
