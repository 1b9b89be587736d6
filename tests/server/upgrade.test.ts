import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { costCode } from '#contract/inventory/cost.ts'
import { scratchDir } from '#scripts/scratch.mjs'
import {
  steady,
  sumOf,
  tablesOf,
  tenantsOf,
  turnTo,
  type Table,
} from '#server/db/dump/catalogue.ts'
import { load } from '#server/db/dump/load.ts'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { demoPassword } from '#server/demo/people.ts'
import { diskStore } from '#server/modules/file/engine/store.ts'
import { emptyDatabase, maintain, ownerUrl, unique, type TestDatabase } from './harness.ts'
import { newFolder, ready, run, signIn } from './process.ts'
import { leaver, past, released, releaseSecret } from './released.ts'
import { schemaOf } from './schema.ts'
import { as, version } from './upgrade-ground.ts'

const folder = mkdtempSync(join(scratchDir(), 'furrow-upgrade-'))
let fresh: TestDatabase
let wanted: string[]
beforeAll(async () => {
  fresh = await emptyDatabase()
  await migrate(fresh.owner)
  wanted = await schemaOf(fresh.owner)
})
afterAll(async () => {
  await fresh.drop()
  rmSync(folder, { recursive: true, force: true })
})
/**
 * What upgrades give besides what was there: the right to know costs (098), a place for goods that
 * should lie somewhere and never did (162); and take: a code that never opened anything (151).
 */
const given: Readonly<Record<string, string>> = {
  role_permission: `code not in ('${costCode}', 'wfpf.inventory.prment.warehousing.ps.close')`,
  stock_balance: 'last_moved_at is not null',
}
/** Tables that became views of others, whose rows say the same to the last value (250, 251). */
const viewed: readonly Table[] = ['device_message', 'telemetry'].map((name) => ({
  name,
  isOfTenant: true,
  columns: [],
}))
/** How many rows each table has, for each tenant. */
const countsOf = (url: string) =>
  as(url, async (client) => {
    await client.query(`begin; ${steady}`)
    const counts: Record<string, number> = {}
    const tenants = await tenantsOf(client)
    const tables = await tablesOf(client)
    const others = viewed.filter(({ name }) => !tables.some((table) => table.name === name))
    for (const table of [...tables, ...others]) {
      const isSplit = table.isOfTenant && table.name !== 'tenant' && table.name !== 'account'
      for (const tenant of isSplit ? tenants : [0]) {
        await turnTo(client, tenant)
        const { count, sum } = await sumOf(
          client,
          table,
          `${isSplit ? `tenant_id = ${tenant}` : 'true'} and ${given[table.name] ?? 'true'}`,
        )
        counts[`${table.name} ${tenant}`] = count
        if (viewed.some(({ name }) => name === table.name))
          counts[`${table.name} ${tenant}, all that they say`] = Number(sum)
      }
    }
    return counts
  })
/**
 * What is not as it should be after an upgrade: rows that came or went where a table was there
 * before, and how it is built.
 */
async function faultsOf(
  url: string,
  before: Record<string, number>,
  schema: readonly string[],
): Promise<string[]> {
  const [after, built] = [await countsOf(url), await schemaOf(url)]
  return [
    ...Object.entries(before)
      .filter(([name, count]) => after[name] !== count)
      .map(([name, count]) => `${name}: ${after[name]} of ${count} rows`),
    ...schema.filter((line) => !built.includes(line)).map((line) => `missing: ${line}`),
    ...built.filter((line) => !schema.includes(line)).map((line) => `too much: ${line}`),
  ]
}
async function copyOf(template: string): Promise<TestDatabase> {
  const name = unique('u_copy_')
  await maintain((client) =>
    client.query(`create database ${name} template ${new URL(template).pathname.slice(1)}`),
  )
  return {
    owner: ownerUrl(name),
    drop: () =>
      maintain(
        async (client) => void (await client.query(`drop database if exists ${name} with (force)`)),
      ),
  }
}

describe.each(released)('the data of $version', ({ version: theirs, file }) => {
  let old: TestDatabase
  let before: Record<string, number>
  beforeAll(async () => {
    old = await emptyDatabase()
    await load({
      ownerUrl: old.owner,
      store: diskStore(join(folder, theirs)),
      file,
      secret: releaseSecret,
      scratch: folder,
      isLeftAsItWas: true,
    })
    await as(old.owner, async (client) => {
      await client.query(`begin; ${steady}`)
      await turnTo(client, (await tenantsOf(client))[0]!)
      for (const statement of past) await client.query(statement)
      await client.query('commit')
    })
    before = await countsOf(old.owner)
  }, 60_000)
  afterAll(() => old.drop())

  test(
    'comes forward whole: every row stays, and the tables are those of a new installation',
    { timeout: 60_000 },
    async () => {
      const copy = await copyOf(old.owner)
      const applied = async () =>
        (
          await as(copy.owner, (client) =>
            client.query<{ name: string }>('select name from migration order by name'),
          )
        ).rows.map(({ name }) => name)
      const there = (await applied()).length
      expect(await migrate(copy.owner)).toBe(migrationNames().length - there)
      expect(await applied()).toEqual(migrationNames().sort())
      expect(Object.values(before).filter((count) => count > 0).length).toBeGreaterThan(78)
      expect(await faultsOf(copy.owner, before, wanted)).toEqual([])
      const { rows: known } = await as(copy.owner, (client) =>
        client.query<{ name: string; member: boolean }>(
          `select a.login_name as name, exists (select 1 from member m where m.account_id = a.id and m.tenant_id = k.tenant_id) as member
      from known_account k join account a on a.id = k.account_id where a.login_name in ($1, 'operator', 'wuzhiyuan') order by 1`,
          [leaver],
        ),
      )
      expect(known).toEqual([
        { name: leaver, member: false },
        { name: 'wuzhiyuan', member: true },
      ])
      // Each tenant's rows are seen by what fills new tables from old ones.
      const rowsOf = (table: string, where: string) =>
        as(copy.owner, async (client) => {
          await client.query(`alter table ${table} no force row level security`)
          return Number(
            (await client.query<{ n: string }>(`select count(*) as n from ${table} where ${where}`))
              .rows[0]!.n,
          )
        })
      expect(await rowsOf('stock_lot', 'expires_on is not null')).toBeGreaterThan(3)
      await copy.drop()
    },
  )

  test(
    'is served by the present program: people sign in and find what is theirs',
    { timeout: 90_000 },
    async () => {
      const copy = await copyOf(old.owner)
      const server = await ready(
        await run(newFolder(), {
          DATABASE_URL: copy.owner,
          FURROW_SECRET: releaseSecret,
          FURROW_DEMO: 'on',
          FURROW_SIMULATOR: 'off',
        }),
      )
      const get = async (path: string, token: string) => {
        const answer = await fetch(server.address + path, {
          headers: { authorization: `Bearer ${token}` },
        })
        return [
          answer.status,
          (await answer.json()) as { totalElements: number; content: Record<string, unknown>[] },
        ] as const
      }
      const keeper = await signIn(server.address, 'wuzhiyuan', demoPassword)
      const admin = await signIn(server.address, 'admin', demoPassword)
      for (const [path, table, { token, tenant }] of [
        ['/wfpf/v1/{tenant}/unit', 'unit', keeper],
        ['/wfpf/v1/{tenant}/warehouse', 'warehouse', keeper],
        ['/wfpf/v1/{tenant}/product', 'product', keeper],
        ['/wfpe/v1/{tenant}/alarm', 'alarm', admin],
      ] as const) {
        const [status, page] = await get(path.replace('{tenant}', String(tenant)), token)
        expect([table, status, page.totalElements]).toEqual([
          table,
          200,
          before[`${table} ${tenant}`],
        ])
      }
      expect(server.output()).not.toMatch(/fault|error/i)
      server.child.kill('SIGTERM')
      expect(await server.ended).toBe(0)
      const {
        rows: [last],
      } = await as(copy.owner, (client) =>
        client.query("select value from installation where name = 'version'"),
      )
      expect(last).toEqual({ value: version })
      await copy.drop()
    },
  )

  test('is never half, whenever the upgrade is killed', { timeout: 120_000 }, async () => {
    // Longer than ours are, so that kills meet it at work; each in a transaction of its own.
    const later = Object.fromEntries(
      [1, 2, 3].map((n) => [
        `99${n}_later_${n}.sql`,
        `create table later_${n} (id bigint);
      do $$ begin for i in 1..20 loop execute format('alter table later_${n} add column c%s text', i); perform pg_sleep(0.01); end loop; end $$;
      update unit set name = name; insert into later_${n} (id) select id from tenant;`,
      ]),
    )
    await migrate(fresh.owner, undefined, undefined, undefined, later)
    const schema = await schemaOf(fresh.owner)
    let atWork = 0
    for (let turn = 0; turn < 6; turn++) {
      const copy = await copyOf(old.owner)
      const script = `import { migrate } from './server/db/migrate.ts'; console.log('ready'); await migrate(process.argv[1], () => undefined, undefined, undefined, JSON.parse(process.argv[2]))`
      const child = spawn(
        process.execPath,
        ['--import', 'tsx', '--input-type=module', '-e', script, copy.owner, JSON.stringify(later)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      const ended = new Promise((resolve) => child.once('close', resolve))
      await new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve))
      await wait(40 + turn * 150)
      if (child.exitCode === null) atWork++
      child.kill('SIGKILL')
      await ended
      const names = (
        await as(copy.owner, (client) =>
          client.query<{ name: string }>('select name from migration order by name'),
        )
      ).rows.map(({ name }) => name)
      expect(names).toEqual(
        [...migrationNames(), ...Object.keys(later)].sort().slice(0, names.length),
      )
      await migrate(copy.owner, undefined, undefined, undefined, later)
      expect(await faultsOf(copy.owner, before, schema)).toEqual([])
      await copy.drop()
    }
    expect(atWork).toBeGreaterThan(2)
  })

  test(
    'an upgrade that loses rows, builds otherwise or breaks off is noticed',
    { timeout: 60_000 },
    async () => {
      const copy = await copyOf(old.owner)
      const forward = (name: string, text: string) =>
        migrate(copy.owner, undefined, undefined, undefined, { [`999_${name}.sql`]: text })
      await migrate(copy.owner)
      await expect(
        forward('breaks', "create table half (id bigint); select furrow_tenant_table('nothing')"),
      ).rejects.toThrow(/nothing/)
      expect(await faultsOf(copy.owner, before, wanted)).toEqual([])
      await forward(
        'loses',
        'delete from camera where id = (select min(id) from camera); alter table camera alter column name drop not null',
      )
      expect(await faultsOf(copy.owner, before, wanted)).toEqual([
        expect.stringMatching(/^camera \d+: \d+ of \d+ rows$/),
        expect.stringMatching(/^missing: column camera\.name text not null/),
        expect.stringMatching(/^too much: column camera\.name text default/),
      ])
      await copy.drop()
    },
  )
})
