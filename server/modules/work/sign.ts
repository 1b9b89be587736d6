import { sql } from 'kysely'
import type { z } from 'zod'
import { attendance, mostShiftHours } from '#contract/work/attendance.ts'
import {
  attendanceDay,
  myAttendance,
  ownDays,
  signIn,
  signOut,
  type AttendanceDay,
} from '#contract/work/attendance-calls.ts'
import { mostPlannedPeople } from '#contract/work/people-calls.ts'
import { worker } from '#contract/farm/worker.ts'
import { lockRow, showRow, type Row } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { HttpError, invalidFields } from '#server/db/http-error.ts'
import { wholeTenant } from '#server/db/scope.ts'
import type { Actor } from '#server/http/actor.ts'
import type { SignedIn, Write } from '#server/http/context.ts'
import { serve } from '#server/http/serve.ts'
import { actSince, type Act } from '#server/services/act.ts'
import type { Services } from '#server/services/services.ts'
import { keptPlace } from './act-place.ts'
import { dayOf } from './attendance.ts'
import { workerOf } from './task-row.ts'

interface Last {
  id: number
  inAt: string
  outAt: string | null
}
const shiftMs = mostShiftHours * 3_600_000

/** Who signs, locked: whoever taps twice is there once. Errors: 409 for who is no worker. */
async function selfOf(tx: Tx, accountId: number): Promise<number> {
  const id = await workerOf(tx, accountId)
  if (id === null) throw new HttpError(409, 'attendance.no_worker')
  await lockRow(tx, worker, id)
  return id
}
const lastOf = (tx: Tx, workerId: number) =>
  row<Last>(
    tx,
    sql`select id, in_at, out_at from attendance where worker_id = ${workerId} order by in_at desc limit 1`,
  )
/** Whether somebody is still there: who has not signed out for longer than anybody stays is not. */
const isThere = (last: Last | null | undefined, at: Date): last is Last =>
  !!last && last.outAt === null && at.getTime() - Date.parse(last.inAt) <= shiftMs

async function told(
  id: number,
  action: 'signIn' | 'signOut',
  act: Act,
  before: Row | null,
  { tx, audit, announce }: Write,
): Promise<Row> {
  const after = (await showRow(tx, attendance, id))!
  await audit({
    entity: attendance.name,
    recordId: id,
    title: String(after.day),
    action,
    before,
    after: { ...after, ...act.kept },
  })
  await announce({
    resource: attendance.name,
    ids: [id],
    kind: action === 'signIn' ? 'created' : 'updated',
  })
  return after
}

async function begin(
  { areaId, place, ...times }: z.output<typeof signIn.input>,
  write: Write,
  { actor }: SignedIn,
): Promise<Row> {
  const { tx } = write
  const workerId = await selfOf(tx, actor.accountId)
  // They may have signed in on a base that they do not see any more.
  const last = await wholeTenant(tx, actor.scope, () => lastOf(tx, workerId))
  const act = actSince(last?.outAt ?? last?.inAt, 'attendance.act_early', times)
  if (isThere(last, act.at))
    throw new HttpError(409, 'attendance.already_in', {
      extra: { current: await showRow(tx, attendance, last.id) },
    })
  if (!(await row(tx, sql`select 1 from area where id = ${areaId}`)))
    throw invalidFields({ areaId: { code: 'field.missing_reference' } })
  const at = act.at.toISOString()
  const kept = await keptPlace(tx, place)
  const { id } = (await row<{ id: number }>(
    tx,
    sql`insert into attendance (day, worker_id, area_id, in_at, signed_in_at, source, in_latlng, in_accuracy, created_by, last_updated_by)
      values (${await dayOf(tx, at)}, ${workerId}, ${areaId}, ${at}, ${at}, 'self', ${kept.latlng}, ${kept.accuracy},
        ${actor.accountId}, ${actor.accountId}) returning id`,
  ))!
  return told(id, 'signIn', act, null, write)
}

async function end(
  { place, ...times }: z.output<typeof signOut.input>,
  write: Write,
  { actor }: SignedIn,
): Promise<Row> {
  const { tx } = write
  const workerId = await selfOf(tx, actor.accountId)
  const last = await lastOf(tx, workerId)
  if (!last || last.outAt !== null) throw new HttpError(409, 'attendance.not_in')
  const act = actSince(last.inAt, 'attendance.act_early', times)
  if (!isThere(last, act.at))
    throw new HttpError(409, 'attendance.forgotten', { params: { hours: mostShiftHours } })
  const before = await showRow(tx, attendance, last.id)
  // Signed in and out again in the same moment it is still some time.
  const at = new Date(Math.max(act.at.getTime(), Date.parse(last.inAt) + 1000)).toISOString()
  const kept = await keptPlace(tx, place)
  await sql`update attendance set out_at = ${at}, signed_out_at = ${at}, out_latlng = ${kept.latlng}, out_accuracy = ${kept.accuracy},
    object_version_number = object_version_number + 1, last_update_date = now(), last_updated_by = ${actor.accountId}
    where id = ${last.id}`.execute(tx)
  return told(last.id, 'signOut', act, before, write)
}

/**
 * Since when somebody is there, and where, for themselves; null: they are not, or forgot to sign
 * out.
 */
export const signedInOf = async (tx: Tx, workerId: number | null, { scope }: Actor) =>
  workerId === null
    ? null
    : ((await wholeTenant(tx, scope, () =>
        row<{ at: string; areaId: number }>(
          tx,
          sql`select in_at as at, area_id from (select * from attendance where worker_id = ${workerId} order by in_at desc limit 1) a
          where out_at is null and in_at > now() - ${`${mostShiftHours} hours`}::interval`,
        ),
      )) ?? null)

/** Attendance as people sign for it, and how a day stands. */
export function serveSigning(app: Services): void {
  serve(app, signIn, (given, context) => context.write((write) => begin(given, write, context)))
  serve(app, signOut, (given, context) =>
    context.write((write) =>
      wholeTenant(write.tx, context.actor.scope, () => end(given, write, context)),
    ),
  )
  serve(app, myAttendance, (_input, { read, actor }) =>
    read(async (tx) => {
      const self = await workerOf(tx, actor.accountId)
      return wholeTenant(tx, actor.scope, () =>
        rows<z.output<typeof myAttendance.answer>[number]>(
          tx,
          sql`with own as (select day, min(in_at) as in_at, max(out_at) as out_at, sum(hours) as hours
            from attendance_view where worker_id = ${self} group by day
          ), done as (select acted_on as day, sum(hours) as hours from work_hours_view where worker_id = ${self} group by acted_on)
          select to_char(day, 'YYYY-MM-DD') as day, own.in_at, own.out_at, own.hours, done.hours as accepted_hours
          from own full join done using (day)
          where day > (select (now() at time zone time_zone)::date from tenant where id = furrow_tenant()) - ${ownDays}::integer
          order by day desc`,
        ),
      )
    }),
  )
  serve(app, attendanceDay, (given, { read }) =>
    read(async (tx) => {
      const day = given.day ?? (await dayOf(tx, new Date().toISOString()))
      const people = await rows<AttendanceDay['people'][number]>(
        tx,
        sql`select w.id as worker_id, w.real_name as name, w.area_id,
            case when a.is_in then 'in' when a.times > 0 then 'left' else 'absent' end as presence,
            a.in_at, a.out_at, coalesce(a.hours, 0) as hours,
            coalesce((select sum(h.hours) from work_hours_view h where h.tenant_id = w.tenant_id
              and h.worker_id = w.id and h.acted_on = ${day}::date), 0) as accepted_hours
          from worker w cross join lateral (
            select count(*) as times, coalesce(bool_or(v.out_at is null), false) as is_in, min(v.in_at) as in_at,
              max(v.out_at) as out_at, sum(v.hours) as hours
            from attendance_view v where v.tenant_id = w.tenant_id and v.worker_id = w.id and v.day = ${day}::date) a
          where w.enabled_flag = 1 order by (a.times = 0), w.real_name, w.id limit ${mostPlannedPeople}`,
      )
      return { day, people }
    }),
  )
}
