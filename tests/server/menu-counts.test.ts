import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { favorites, saveFavorites } from '#contract/account/favorites.ts'
import { countsOfMenu, menuTree } from '#contract/account/menus.ts'
import { devicesByType } from '#contract/equipment/by-type.ts'
import { auditStatus } from '#contract/inventory/document-kinds.ts'
import { warehouse } from '#contract/inventory/warehouse.ts'
import { callOf } from '#contract/entity-calls.ts'
import { twoFarms } from './ground.ts'
import { newMember, unique } from './harness.ts'

const listed = devicesByType.find(({ type }) => type === 'electric_valve')!
const { app, mine, theirs } = await twoFarms()
const counts = (who = mine.admin) => who.call(countsOfMenu)

test('a draft is counted for whoever wrote it, and for nobody else', async () => {
  const before = (await counts()).shipment!.count
  const { id: place } = await mine.admin.call(callOf(warehouse, 'create'), {
    code: unique('W'),
    name: unique('仓'),
    enabledFlag: 1,
  })
  const write = (status: number) =>
    app.db.write(mine.id, (tx) =>
      sql`insert into stock_document (code, kind, audit_status, created_by, occurred_on, warehouse_id)
        values (${unique('CK')}, 'shipment', ${status}, ${mine.adminAccount}, current_date, ${place})`.execute(
        tx,
      ),
    )
  await write(auditStatus.draft)
  expect(await counts()).toMatchObject({ shipment: { count: before + 1, isUrgent: false } })
  await write(auditStatus.rejected)
  expect(await counts()).toMatchObject({ shipment: { count: before + 2, isUrgent: true } })
  expect((await counts(theirs.admin)).shipment!.count).toBe(0)
})

test('what somebody may not open is not counted for them', async () => {
  const nobody = await newMember(app, mine, [])
  expect(Object.keys(await counts(nobody))).toEqual(['approvals'])
})

test('an entry leads to the first of its tabs that one may open', async () => {
  const valves = listed.entity.permissions.list as string
  const person = await newMember(app, mine, [valves])
  const tree = await person.call(menuTree)
  const entries = tree.flatMap(({ children }) => children.flatMap((group) => group.children))
  const devices = entries.find(({ route }) => route === '/web/equipment/electric-valve')
  expect(devices?.children.map(({ route }) => route)).toEqual(['/web/equipment/electric-valve'])
})

test('favorites are one person’s, in one tenant', async () => {
  const links = [{ address: '/web/farm/land?areaId=1', name: '地块' }]
  await mine.admin.call(saveFavorites, { links })
  expect(await mine.admin.call(favorites)).toEqual(links)
  expect(await theirs.admin.call(favorites)).toEqual([])
  for (const address of ['//evil.example', 'https://evil.example', 'javascript:alert(1)'])
    expect(
      (
        await mine.admin.send(saveFavorites.endpoint.replace('{tenant}', String(mine.id)), {
          links: [{ address, name: 'x' }],
        })
      ).statusCode,
    ).toBe(400)
})
