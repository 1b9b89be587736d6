import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import { scratchDir } from '#scripts/scratch.mjs'
import {
  foreignKeys,
  steady,
  sumOf,
  tablesOf,
  tenantsOf,
  turnTo,
} from '#server/db/dump/catalogue.ts'
import { dump } from '#server/db/dump/dump.ts'
import { Partitions } from '#server/modules/telemetry/engine/partitions.ts'
import { diskStore } from '#server/modules/file/engine/store.ts'
import { newDevice } from './devices.ts'
import { newMember, newTenant, startApp } from './harness.ts'
import { madeByPeople, make } from './samples.ts'

export const folder = mkdtempSync(join(scratchDir(), 'furrow-dump-'))
export const app = await startApp()
// What is taken along stands still meanwhile.
await app.rest()
export const one = await newTenant(app)
export const other = await newTenant(app)
// A row of everything that people make, so that a new table is dumped by existing.
for (const entity of madeByPeople) await make(entity, one.admin)
const device = await newDevice(one.admin)
await new Partitions(app.db).need([Date.now() - 3000 * 60_000, Date.now()])
await app.db.write(one.id, (tx) =>
  sql`insert into telemetry_report (tenant_id, device_id, at, metrics, measured)
    select ${one.id}::bigint, ${device.id}, now() - n * interval '1 minute',
    '{airTemperature}', array[n / 7.0] from generate_series(1, 3000) n`.execute(tx),
)
export const picture = await one.admin.upload(
  'a.png',
  'image/png',
  await sharp({ create: { width: 8, height: 8, channels: 3, background: '#3a3' } })
    .png()
    .toBuffer(),
)
await newMember(app, other, ['wfpf.inventory.base.unit'])
afterAll(async () => {
  await app.end()
  rmSync(folder, { recursive: true, force: true })
})
export const from = (file: string, more = {}) =>
  dump({
    ownerUrl: app.owner,
    store: diskStore(app.filesDir),
    file: join(folder, file),
    version: 'test',
    ...more,
  })

/** Everything that a database says, as one text for each table and tenant. */
export async function said(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`begin; ${steady}`)
  const found: Record<string, string> = {}
  const tenants = await tenantsOf(client)
  for (const table of await tablesOf(client)) {
    const split = table.isOfTenant && table.name !== 'tenant' && table.name !== 'account'
    for (const tenant of split ? tenants : [0]) {
      await turnTo(client, tenant)
      const { count, sum } = await sumOf(client, table, split ? `tenant_id = ${tenant}` : 'true')
      if (count > 0) found[`${table.name} ${tenant}`] = `${count} ${sum}`
    }
  }
  found.keys = String((await foreignKeys(client)).length)
  await client.end()
  return found
}
