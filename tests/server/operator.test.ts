import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { redeemInvitation } from '#contract/account/invitation.ts'
import { self } from '#contract/account/self.ts'
import { tenants } from '#contract/platform/platform-calls.ts'
import { row } from '#server/db/database.ts'
import { Client } from '#server/demo/client.ts'
import { closeDemo } from '#server/demo/close.ts'
import { demoPassword } from '#server/demo/people.ts'
import { hashPassword } from '#server/modules/account/engine/password.ts'
import { createAccount } from '#server/modules/account/engine/tenant.ts'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { oneFarm } from './ground.ts'
import { emptyDatabase } from './harness.ts'
import { newFolder } from './process.ts'
import { as } from './upgrade-ground.ts'

const { app, mine } = await oneFarm()
const run = promisify(execFile)
const operator = (...args: string[]) => operatorOn(app.owner, ...args)
const operatorOn = (owner: string, ...args: string[]) =>
  run(process.execPath, ['--import', 'tsx', 'scripts/operator.ts', ...args], {
    env: {
      ...process.env,
      DATABASE_URL: owner,
      DATA_DIR: newFolder(),
      FURROW_SECRET: 'a secret for the operator’s tool',
      PUBLIC_URL: 'http://localhost:8080',
    },
  }).then(
    ({ stdout }) => stdout,
    (error: { stderr: string }) => error.stderr,
  )

async function redeem(link: string, password: string): Promise<string> {
  const code = /\/invite#([A-Z\d-]+)/.exec(link)![1]!
  const client = new Client(app.http)
  return (
    await client.call(redeemInvitation, {
      code,
      password: await client.seal(password),
    })
  ).loginName
}

test(
  'a lost password is set anew by a link that works once; who was in is out',
  { timeout: 60_000 },
  async () => {
    const { loginName } = (await app.db.platform((tx) =>
      row<{ loginName: string }>(
        tx,
        sql`select login_name from account where id = ${mine.adminAccount}`,
      ),
    ))!
    const said = await operator('reset', loginName)
    expect((await mine.admin.send(self)).statusCode).toBe(401)
    expect(await redeem(said, 'Barley#2026')).toBe(loginName)
    await new Client(app.http).signIn(loginName, 'Barley#2026')
    await expect(redeem(said, 'Barley#2027')).rejects.toThrow()
    expect(await operator('reset', 'nobody-at-all')).toBe('Nobody signs in as nobody-at-all.\n')
  },
)

test('an operator is added, and sets their own password first', { timeout: 60_000 }, async () => {
  const said = await operator('add', 'second.op', 'Second', 'Operator')
  await redeem(said, 'Barley#2026')
  await expect(
    (await new Client(app.http).signIn('second.op', 'Barley#2026')).call(tenants),
  ).resolves.toBeTruthy()
  expect(await operator('list')).toContain('second.op  Second Operator')
  expect(await operator('sing')).toMatch(/npm run operator/)
})

test('the demo’s accounts are closed where they still have the password that everybody knows', async () => {
  const passwordHash = await hashPassword(demoPassword)
  for (const loginName of ['worker', 'huangmei'])
    await app.db.platform((tx) =>
      createAccount(tx, {
        loginName,
        realName: 'x',
        phone: null,
        passwordHash,
        defaultTenantId: mine.id,
      }),
    )
  await app.db.platform(
    async (tx) =>
      void (await sql`update account set password_hash = ${await hashPassword('My own #1')}
        where login_name = 'huangmei'`.execute(tx)),
  )
  expect(await closeDemo(app.db)).toEqual(['worker'])
  await expect(new Client(app.http).signIn('worker', demoPassword)).rejects.toThrow()
  expect(
    await app.db.platform((tx) =>
      row(tx, sql`select enabled_flag from account where login_name = 'huangmei'`),
    ),
  ).toEqual({ enabledFlag: 1 })
  expect(await closeDemo(app.db)).toEqual([])
})

test(
  'what another version left is refused, and not brought to ours beside its console',
  { timeout: 60_000 },
  async () => {
    const database = await emptyDatabase()
    const ours = migrationNames().sort()
    await migrate(database.owner, undefined, undefined, ours.slice(0, -1))
    const applied = () =>
      as(database.owner, async (client) =>
        (await client.query<{ name: string }>('select name from migration order by name')).rows.map(
          ({ name }) => name,
        ),
      )
    expect(await operatorOn(database.owner, 'list')).toMatch(/of another version of Furrow/)
    expect(await applied()).toEqual(ours.slice(0, -1))
    await migrate(database.owner)
    expect(await operatorOn(database.owner, 'list')).not.toMatch(/another version/)
    await as(database.owner, (client) =>
      client.query(
        `insert into installation (name, value) values ('version', '"999.0.0"')
          on conflict (name) do update set value = excluded.value`,
      ),
    )
    expect(await operatorOn(database.owner, 'list')).toMatch(/Furrow 999\.0\.0 was at work/)
    await database.drop()
  },
)
