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

test('the history of a task names the days on which it was begun and finished', async () => {
  const told = await app.db.read(tenantId, (tx) =>
    rows<{ title: string; action: string; told: string; done: string; said: string | null }>(
      tx,
      sql`select t.title, a.action,
          (coalesce((a.after ->> 'actedAt')::timestamptz, a.at) at time zone n.time_zone)::date::text as told,
          (x.at at time zone n.time_zone)::date::text as done,
          ((a.after ->> x.field)::timestamptz at time zone n.time_zone)::date::text as said
        from task t join tenant n on n.id = t.tenant_id
          cross join lateral (values ('start', t.started_at, 'startedAt'), ('finish', t.finished_at, 'finishedAt')) as x(action, at, field)
          join audit a on a.entity = 'task' and a.record_id = t.id::text and a.action = x.action
        where t.closed_at is not null`,
    ),
  )
  expect(told.length).toBeGreaterThan(100)
  expect(told.filter(({ told: day, done }) => day !== done)).toEqual([])
  // Where the record is kept with the act, it says the same.
  const kept = told.filter(({ said }) => said !== null)
  expect(kept.length).toBeGreaterThan(20)
  expect(kept.filter(({ said, done }) => said !== done)).toEqual([])
})

test('nothing in the demo is done before it was planned', async () => {
  const early = await app.db.read(tenantId, (tx) =>
    rows<{ title: string }>(
      tx,
      sql`select title from task where started_at < creation_date or finished_at < started_at
        or closed_at < finished_at or started_at < assigned_at
          or finish_received_at < finished_at - interval '1 minute'`,
    ),
  )
  expect(early).toEqual([])
})
