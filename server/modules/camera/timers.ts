import { sql } from 'kysely'
import { camera, watchCode } from '#contract/camera/camera.ts'
import { cameraTimer, leastTimerMinutes, mostTimers } from '#contract/camera/timer.ts'
import { showRow } from '#server/db/crud.ts'
import { changed, row, rows } from '#server/db/database.ts'
import { eachTenant, everySoOften } from '#server/db/each-tenant.ts'
import { HttpError, invalidFields, unprocessable } from '#server/db/http-error.ts'
import { eachAlone } from '#server/db/parts.ts'
import { actingFor } from '#server/http/acting.ts'
import { crud } from '#server/http/crud.ts'
import { dueOf, isCron, nextOf } from '#server/modules/automation/engine/clock.ts'
import { zoneOf } from '#server/modules/automation/engine/rules.ts'
import type { Services } from '#server/services/services.ts'
import type { CameraEngine } from './engine/engine.ts'
import { CameraFault, type CameraFaultCode } from './engine/source.ts'
import { keepPicture } from './keep-picture.ts'

const everyMs = 15_000
const mostAtOnce = 100
const usualKeepDays = 365
const minuteMs = 60_000
/**
 * A camera that does not answer is asked again after so many minutes: fields have poor networks, and
 * the next time may be a day away. Less in all than lies between two times (`leastTimerMinutes`).
 */
const againAfter = [1, 3] as const
/** Looked at so many times ahead: what comes too often does so within a day or two. */
const looked = 300

/** Whether two moments of a timer lie closer than they may. */
function isTooOften(cron: string, zone: string, now: number): boolean {
  let at = nextOf([cron], zone, now)
  for (let count = 0; at !== null && count < looked; count++) {
    const next: number | null = nextOf([cron], zone, at)
    if (next !== null && next - at < leastTimerMinutes * minuteMs) return true
    at = next
  }
  return false
}
const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

export function serveTimers(app: Services): void {
  crud(app, cameraTimer, {
    prepare: async (values, before, { tx }, { tenant }) => {
      const cron = String(values.cron ?? before?.cron ?? '').trim()
      if (!isCron(cron)) throw invalidFields({ cron: { code: 'camera_timer.cron' } })
      const zone = await zoneOf(tx, tenant)
      if (isTooOften(cron, zone, Date.now()))
        throw invalidFields({
          cron: { code: 'camera_timer.often', params: { minutes: leastTimerMinutes } },
        })
      if (!before) {
        // One after the other, and beyond the bases that its maker sees.
        await sql`select pg_advisory_xact_lock(hashtext('camera timers'), ${tenant}::int)`.execute(
          tx,
        )
        const all = await app.db.read(tenant, (whole) =>
          row<{ count: number }>(whole, sql`select count(*)::int as count from camera_timer`),
        )
        if (all!.count >= mostTimers) throw unprocessable('camera_timer.most', { most: mostTimers })
      }
      const next = nextOf([cron], zone, Date.now())
      if (next === null) throw invalidFields({ cron: { code: 'camera_timer.past' } })
      return {
        ...values,
        ...((before ? values.keepDays === null : values.keepDays == null) && {
          keepDays: usualKeepDays,
        }),
        cron,
        nextOn: instant(next),
        problem: null,
      }
    },
  })
}

type Problem = 'rights' | 'missed' | 'disabled' | 'unreachable' | 'refused'
const problems: Readonly<Partial<Record<CameraFaultCode, Problem>>> = {
  disabled: 'disabled',
  unreachable: 'unreachable',
  no_stream: 'unreachable',
  offline: 'unreachable',
  busy: 'unreachable',
}
const problemOf = (error: unknown): Problem | null =>
  error instanceof CameraFault
    ? (problems[error.code] ?? 'refused')
    : error instanceof HttpError
      ? 'refused'
      : null

interface Due {
  id: number
  cameraId: number
  cron: string
  nextOn: string
  author: number | null
}

/** Takes the picture of one timer, once, however many processes look: whoever moves it on takes it. */
async function takeNext(
  app: Services,
  engine: CameraEngine,
  tenant: number,
  { id, cameraId, cron, nextOn, author }: Due,
): Promise<void> {
  const { db } = app
  const note = (problem: Problem | null, taken: 0 | 1) =>
    db.write(tenant, (tx) =>
      sql`update camera_timer set problem = ${problem}, taken = taken + ${taken}, tries = 0,
        last_on = case when ${taken} = 1 then now() else last_on end where id = ${id}`.execute(tx),
    )
  /** Whether it is tried again; not where somebody has changed its times meanwhile. */
  const again = (following: string | null) =>
    db.write(tenant, async (tx) => {
      const soon = sql`date_trunc('milliseconds', now()) + (case tries when 0 then ${againAfter[0]}::int else ${againAfter[1]}::int end) * interval '1 minute'`
      return (
        (await changed(
          tx,
          sql`update camera_timer set problem = 'unreachable', tries = tries + 1, next_on = ${soon}
            where id = ${id} and tries < ${againAfter.length} and enabled_flag = 1
            and next_on is not distinct from ${following}::timestamptz`,
        )) > 0
      )
    })
  const now = Date.now()
  let following: string | null = null
  const claimed = await db.write(tenant, async (tx) => {
    const zone = await zoneOf(tx, tenant)
    const { due, missed, last } = dueOf([cron], zone, Date.parse(nextOn), now)
    following = instant(nextOf([cron], zone, Math.max(last, now)))
    const held = await changed(
      tx,
      sql`update camera_timer set next_on = ${following}, missed = missed + ${missed},
          problem = case when ${missed} > 0 then 'missed' else problem end
        where id = ${id} and next_on = ${nextOn}::timestamptz and enabled_flag = 1`,
    )
    return held > 0 && due !== null
  })
  if (!claimed) return
  const context =
    author === null
      ? null
      : await actingFor(app.platform, {
          tenant,
          account: author,
          language: 'zh-CN',
          requestId: 'camera-timer',
        })
  // Whoever saved it last, with the rights and the bases that they have now.
  const sees = context && (await context.read((tx) => showRow(tx, camera, cameraId)))
  if (!context || !sees || !context.codes.has(watchCode)) return void (await note('rights', 0))
  try {
    const setup = await engine.setup(tenant, cameraId)
    await keepPicture(app, engine, context, setup, { timer: id, clarity: 'hd' })
    await note(null, 1)
  } catch (error) {
    const problem = problemOf(error)
    if (problem === 'unreachable' && (await again(following))) return
    await note(problem ?? 'refused', 0)
    if (!problem) throw error
  }
}

/** Takes what is due, tenant by tenant, the pictures of one of them side by side. */
export const takeDue = (app: Services, engine: CameraEngine): Promise<void> =>
  eachTenant(app.db, 'camera timers', async (tenant) => {
    const due = await app.db.read(tenant, (tx) =>
      rows<Due>(
        tx,
        sql`select id, camera_id, cron, next_on, coalesce(last_updated_by, created_by) as author
          from camera_timer where enabled_flag = 1 and next_on <= now() order by next_on, id limit ${mostAtOnce}`,
      ),
    )
    await Promise.all(
      due.map((one) =>
        eachAlone(
          [one],
          ({ id }) => `camera timer ${id}`,
          () => takeNext(app, engine, tenant, one),
        ),
      ),
    )
  })
export const watchTimers = (app: Services, engine: CameraEngine): (() => Promise<void>) =>
  everySoOften(
    everyMs,
    () => takeDue(app, engine),
    (error) => app.http.log.error({ err: error }, 'pictures by the clock could not be taken'),
  )
