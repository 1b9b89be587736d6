import { sql } from 'kysely'
import { attendance, mostShiftHours } from '#contract/work/attendance.ts'
import { worker } from '#contract/farm/worker.ts'
import { lockRow, type Row } from '#server/db/crud.ts'
import { row, type Tx } from '#server/db/database.ts'
import { wholeTenant } from '#server/db/scope.ts'
import { invalidFields } from '#server/db/http-error.ts'
import type { OnBehalf } from '#server/http/context.ts'
import { crud } from '#server/http/crud.ts'
import type { Services } from '#server/services/services.ts'

const hourMs = 3_600_000
const slackMs = 5 * 60_000

/** The day, by the farm's clock, on which it began. */
export const dayOf = async (tx: Tx, at: string): Promise<string> =>
  (await row<{ day: string }>(
    tx,
    sql`select to_char(${at}::timestamptz at time zone time_zone, 'YYYY-MM-DD') as day
      from tenant where id = furrow_tenant()`,
  ))!.day

interface Span {
  workerId: number
  inAt: string
  outAt: string | null
}
/**
 * Nobody is there twice at once, also where whoever enters it does not look, tomorrow, or longer
 * than anybody stays. Errors: 422 by field. Under the lock of the worker, so that two who enter at
 * once see each other.
 */
async function requireSound(
  tx: Tx,
  { workerId, inAt, outAt }: Span,
  id: number,
  { actor }: OnBehalf,
): Promise<void> {
  const latest = Date.now() + slackMs
  if (Date.parse(inAt) > latest) throw invalidFields({ inAt: { code: 'attendance.future' } })
  if (outAt) {
    const length = Date.parse(outAt) - Date.parse(inAt)
    if (length <= 0) throw invalidFields({ outAt: { code: 'attendance.before_in' } })
    if (length > mostShiftHours * hourMs)
      throw invalidFields({
        outAt: { code: 'attendance.too_long', params: { hours: mostShiftHours } },
      })
    if (Date.parse(outAt) > latest) throw invalidFields({ outAt: { code: 'attendance.future' } })
  }
  await lockRow(tx, worker, workerId)
  const other = await wholeTenant(tx, actor.scope, () =>
    row(
      tx,
      sql`select 1 from attendance where worker_id = ${workerId} and id <> ${id}
      and tstzrange(in_at, coalesce(out_at, in_at + interval '1 second'))
        && tstzrange(${inAt}::timestamptz, coalesce(${outAt}::timestamptz, ${inAt}::timestamptz + interval '1 second'))`,
    ),
  )
  if (other) throw invalidFields({ inAt: { code: 'attendance.twice' } })
}

/** Attendance as records: entered and put right by hand, with a reason each time. */
export function serveAttendance(app: Services): void {
  crud(app, attendance, {
    prepare: async (values, before, { tx }, context) => {
      const all = { ...before, ...values } as unknown as Span
      await requireSound(tx, { ...all, outAt: all.outAt ?? null }, before?.id ?? 0, context)
      return { ...values, day: await dayOf(tx, all.inAt), ...(!before && { source: 'hand' }) }
    },
    restored: async (id, _content, { tx }, context) => {
      const found = (await row<Span & Row>(
        tx,
        sql`select worker_id, in_at, out_at from attendance where id = ${id}`,
      ))!
      await requireSound(tx, found, id, context)
    },
  })
}
