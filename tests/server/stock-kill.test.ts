import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  beforeStatement,
  cut,
  fault,
  killAt,
  target,
  saidWith,
} from '#scripts/bench/stock-kill-loop.ts'
import { appUrl } from '#server/db/migrate.ts'
import { row } from '#server/db/database.ts'
import { newTenant, startApp, type Tenant, type TestApp } from './harness.ts'
import { Store } from './stock.ts'

let app: TestApp
let mine: Tenant
let store: Store
beforeAll(async () => {
  app = await startApp()
  mine = await newTenant(app)
  store = new Store(app, mine)
})
afterAll(() => app.end())

test.each([
  [0, 'an issue is approved'],
  [1, 'a receipt is voided'],
])(
  'a cut before any statement leaves all or nothing (%i: %s)',
  { timeout: 90_000 },
  async (turn) => {
    let cuts = 0
    for (let nth = 1; ; nth++) {
      const one = await target(store, turn)
      const stop = beforeStatement(nth, cut)
      await mine.admin.send(store.at(one.kind, one.action, one.id), saidWith(one.action))
      if (stop() < nth) break
      cuts++
      expect([nth, await fault(store, one)]).toEqual([nth, null])
    }
    expect(cuts).toBeGreaterThan(10)
  },
)

// `npm run bench:stock-kill` does it two hundred times.
test('so does kill -9 of the server', { timeout: 60_000 }, async () => {
  const tenant = { id: mine.id, token: mine.admin.token }
  const points = await Promise.all(
    [9, 11, 12, 13].map(async (nth) => ({ nth, target: await target(store, 0) })),
  )
  expect(await killAt(points, { url: appUrl(app.owner), dir: app.filesDir, tenant })).toEqual([
    true,
    true,
    true,
    true,
  ])
  for (const { target: one } of points) expect(await fault(store, one)).toBe(null)
  expect(
    (await app.db.read(mine.id, (tx) =>
      row<{ n: number }>(tx, sql`select count(*) as n from stock_document where audit_status = 1`),
    ))!.n,
  ).toBe(0)
})
