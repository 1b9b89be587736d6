import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { openDatabase, row, rows, type Database, type Tx } from '#server/db/database.ts'
import { appUrl, requireMigrated } from '#server/db/migrate.ts'
import { requireNotNewer } from '#server/db/version.ts'
import { closeDemo } from '#server/demo/close.ts'
import { issueCode } from '#server/modules/account/engine/invitation.ts'
import { hashPassword } from '#server/modules/account/engine/password.ts'
import { endFactor } from '#server/modules/account/engine/second-factor.ts'
import { createAccount } from '#server/modules/account/engine/tenant.ts'
import { asProgram, settings, whileReached } from './reach.ts'

const usage = `npm run operator -- COMMAND, beside a running console or on its own:
  reset LOGIN_NAME           a one-time link by which this person sets a new password (24 hours)
  one-step LOGIN_NAME        turns two-step sign-in off for who has lost their phone and their recovery codes
  add LOGIN_NAME REAL_NAME   one more operator of the platform, and the link to their first password
  list                       operators, and what of the demo is open
  close-demo                 nobody signs in with the demo's password any more`

async function linkFor(tx: Tx, account: number, publicUrl: string): Promise<string> {
  const { link, expiresAt } = await issueCode(tx, {
    accountId: account,
    tenant: null,
    issuedBy: null,
    publicUrl,
  })
  return `${link}\nOpen it once, before ${expiresAt}; it sets a new password and ends what was open.`
}
const find = (tx: Tx, login: string) =>
  row<{ id: number }>(tx, sql`select id from account where id = furrow_account_of(${login})`)

const commands: Record<
  string,
  (db: Database, publicUrl: string, given: string[]) => Promise<string>
> = {
  reset: (db, publicUrl, [login = '']) =>
    db.platform(async (tx) => {
      const found = await find(tx, login)
      if (!found) throw new Error(`Nobody signs in as ${login}.`)
      // Whoever had the old password may be in.
      await sql`update session set ended_at = now() where account_id = ${found.id} and ended_at is null`.execute(
        tx,
      )
      return linkFor(tx, found.id, publicUrl)
    }),
  'one-step': (db, _publicUrl, [login = '']) =>
    db.platform(async (tx) => {
      const found = await find(tx, login)
      if (!found) throw new Error(`Nobody signs in as ${login}.`)
      await endFactor(tx, found.id)
      return `${login} signs in with the password alone.`
    }),
  add: async (db, publicUrl, [login = '', ...name]) => {
    if (!/^[\w.-]{3,30}$/.test(login) || name.length === 0) throw new Error(usage)
    const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
    return db.platform(async (tx) => {
      if (await find(tx, login)) throw new Error(`Somebody signs in as ${login} already.`)
      return linkFor(
        tx,
        await createAccount(tx, {
          loginName: login,
          realName: name.join(' '),
          phone: null,
          passwordHash,
          defaultTenantId: null,
          isOperator: true,
        }),
        publicUrl,
      )
    })
  },
  list: async (db) => {
    const operators = await db.platform((tx) =>
      rows<{ loginName: string; realName: string; enabledFlag: number }>(
        tx,
        sql`select login_name, real_name, enabled_flag from account where operator_flag = 1 order by 1`,
      ),
    )
    return operators
      .map(
        ({ loginName, realName, enabledFlag }) =>
          `${loginName}  ${realName}${enabledFlag ? '' : '  (closed)'}`,
      )
      .join('\n')
  },
  'close-demo': async (db) => {
    const closed = await closeDemo(db)
    return closed.length > 0
      ? `Closed: ${closed.join(', ')}.`
      : 'Nobody signs in with the demo’s password.'
  },
}

await asProgram(async () => {
  const [, , name = '', ...given] = process.argv
  const command = commands[name]
  if (!command) throw new Error(usage)
  const config = settings()
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  await whileReached(config, async (ownerUrl) => {
    // A console may be running on it: whoever is only beside it changes no table under it.
    await requireNotNewer(ownerUrl, version)
    await requireMigrated(ownerUrl)
    const db = openDatabase(appUrl(ownerUrl, config.secret), { max: 1 })
    try {
      console.log(await command(db, config.publicUrl, given))
    } finally {
      await db.close()
    }
  })
})
