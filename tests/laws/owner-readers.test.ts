import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The tests' owner is no superuser: row-level security shows it no tenant's rows, so a test that
// looks through it for what must not be there finds nothing, whatever is there.
const catalogue = 'asks the catalogue'
const noTenants = 'tables that belong to no tenant'
const turned = 'turns to the tenant whose rows it means'
const changes = 'changes tables, reads no rows'
/** What connects as the owner itself, and why it may. */
const allowed: Readonly<Record<string, string>> = {
  'catalogue.test.ts': catalogue,
  'columns.test.ts': catalogue,
  'data-scope.test.ts': changes,
  'dump-tenant.test.ts': 'accounts, all of which an owner sees',
  'dump.test.ts': turned,
  'isolation.test.ts': catalogue,
  'mqtt-packets.test.ts': changes,
  'new-device.test.ts': noTenants,
  'operator-home.test.ts': 'accounts, all of which an owner sees',
  'operator.test.ts': noTenants,
  'poison-ground.ts': changes,
  'retention.test.ts': catalogue,
  'tenant-joins.test.ts': catalogue,
  'upgrade-refusals.test.ts': noTenants,
  'upgrade.test.ts': turned,
  'work-posting.test.ts': changes,
}
const asOwner = /connectionString: \w+\.owner\b|\bas\(\s*\w+\.owner\b/
const folder = 'tests/server'

test('what a test reads of tenants it reads through seeAll, which no owner hides anything from', () => {
  const found = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => asOwner.test(readFileSync(`${folder}/${name}`, 'utf8')))
  expect(found.sort()).toEqual(Object.keys(allowed).sort())
})

test.each([
  'new pg.Client({ connectionString: app.owner })',
  'await as(copy.owner, (client) => client.query(text))',
])('%s would be found', (line) => {
  expect(asOwner.test(line)).toBe(true)
})
