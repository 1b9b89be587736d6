import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemo } from '#server/demo/index.ts'
import { rows } from '#server/db/database.ts'
import { startApp, type TestApp } from './harness.ts'

let app: TestApp
let tenantId: number
beforeAll(async () => {
  app = await startApp()
  tenantId = (await fillDemo(app.http, app.db, () => undefined)).tenantId
}, 600_000)
afterAll(() => app.end())

interface Day {
  name: string
  day: string
  hours: number
  isToday: boolean
}
/** So long a farm works on a long day. */
const longest = 10

test('what was accepted in the demo stands on the days on which it was done', async () => {
  const days = await app.db.read(tenantId, (tx) =>
    rows<Day>(
      tx,
      sql`select w.real_name as name, h.acted_on::text as day, sum(h.hours)::float8 as hours,
          h.acted_on = (now() at time zone n.time_zone)::date as is_today
        from work_hours_view h join worker w on w.id = h.worker_id join tenant n on n.id = h.tenant_id
        group by w.real_name, h.acted_on, n.time_zone order by 3 desc`,
    ),
  )
  expect(days.filter(({ hours }) => hours > longest)).toEqual([])
  // Most of it is over, and some of it is of today.
  const today = days.filter(({ isToday }) => isToday)
  expect(today.length).toBeGreaterThan(0)
  expect(days.length).toBeGreaterThan(today.length * 20)
  const signed = await app.db.read(tenantId, (tx) =>
    rows<{ hours: number }>(
      tx,
      sql`select a.hours::float8 as hours from attendance_view a where a.hours > ${longest + 1.5}`,
    ),
  )
  expect(signed).toEqual([])
})
