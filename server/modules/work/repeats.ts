import { sql } from 'kysely'
import { repeatOn } from '#contract/work/repeat-days.ts'
import { taskRepeat } from '#contract/work/task-repeat.ts'
import { task } from '#contract/work/task.ts'
import type { RowOf } from '#contract/entity.ts'
import { showRow, type Row } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { eachTenant, everySoOften } from '#server/db/each-tenant.ts'
import { HttpError, invalidFields } from '#server/db/http-error.ts'
import { eachAlone } from '#server/db/parts.ts'
import { actingFor } from '#server/http/acting.ts'
import { crud } from '#server/http/crud.ts'
import { makeOwn } from '#server/http/make-own.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import type { Services } from '#server/services/services.ts'
import { withParts } from './parts.ts'

type Repeat = RowOf<typeof taskRepeat> & { lastUpdatedBy: number | null }
const everyMs = 60_000
const mostAtOnce = 100
const dayMs = 86_400_000
const plus = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** The first of its days whose task would not be late already. */
const dueFrom = (one: Pick<Repeat, 'days'>, now: string) => plus(now, 1 - (one.days ?? 1))

export function serveRepeats(app: Services): void {
  crud(app, taskRepeat, {
    prepare: async (given, before, { tx }, { tenant }) => {
      const values = await withParts(tx, given, before)
      const whole = { ...before, ...values } as unknown as Repeat
      if (whole.until && whole.until < whole.startsOn)
        throw invalidFields({ until: { code: 'task.ends_early' } })
      const now = await today(tx, tenant)
      const nextOn = repeatOn(whole, dueFrom(whole, now))
      return {
        ...values,
        ...(values.priority === null && { priority: 'normal' }),
        nextOn: whole.nextOn && before && isSameRhythm(whole, before) ? whole.nextOn : nextOn,
        problem: null,
      }
    },
  })
}
const rhythm = ['period', 'gap', 'weekdays', 'startsOn', 'until'] as const
const isSameRhythm = (now: Repeat, before: Row) =>
  rhythm.every((name) => JSON.stringify(now[name] ?? null) === JSON.stringify(before[name] ?? null))

const valuesOf = (one: Repeat, day: string) => ({
  title: one.title,
  taskTypeId: one.taskTypeId,
  priority: one.priority,
  areaId: one.areaId,
  landIds: one.landIds ?? [],
  // Their names are not the task's to keep.
  parts: (one.parts ?? []).map(({ landId, part }) => ({ landId, part })),
  batchId: one.batchId ?? null,
  leaderId: one.leaderId ?? null,
  participantIds: one.participantIds ?? [],
  startsOn: day,
  endsOn: plus(day, (one.days ?? 1) - 1),
  plannedHours: one.plannedHours ?? null,
  photoCount: one.photoCount ?? null,
  warehouseId: one.warehouseId ?? null,
  materials: (one.materials ?? []).map(({ skuId, quantity }) => ({ skuId, quantity })),
  description: one.description ?? null,
})
const keepNext = (tx: Tx, id: number, next: string | null, made: 0 | 1) =>
  sql`update task_repeat set next_on = ${next}::date, made = made + ${made} where id = ${id}`.execute(
    tx,
  )

/** Makes the task of the next day, once, however many processes look. */
async function makeNext(app: Services, tenant: number, id: number): Promise<void> {
  const found = await app.db.read(tenant, (tx) => showRow(tx, taskRepeat, id))
  if (!found) return
  // Whoever set it up last, with the rights they have now.
  const account = found.lastUpdatedBy as number | null
  const context =
    account &&
    (await actingFor(app.platform, {
      tenant,
      account,
      language: 'zh-CN',
      requestId: 'task-repeat',
    }))
  const sees = context && (await context.read((tx) => showRow(tx, taskRepeat, id)))
  if (!context || !sees || !context.codes.has(task.permissions.create))
    return void (await refuse(app, tenant, id, 'rights'))
  try {
    await context.write(async (write) => {
      const { tx } = write
      const held = await row(
        tx,
        sql`select 1 from task_repeat where id = ${id} and next_on = ${found.nextOn as string}::date
        and enabled_flag = 1 for update skip locked`,
      )
      if (!held) return
      const one = found as unknown as Repeat
      const now = await today(tx, tenant)
      // What was missed while nothing ran is not made up for.
      const from = dueFrom(one, now) > one.nextOn! ? dueFrom(one, now) : one.nextOn!
      const day = repeatOn(one, from)
      const isDue = day !== null && plus(day, -(one.leadDays ?? 0)) <= now
      if (isDue) await makeOwn(app, task, valuesOf(one, day), write, context)
      await keepNext(tx, id, isDue ? repeatOn(one, plus(day, 1)) : day, isDue ? 1 : 0)
      if (!isDue) return
      await write.announce({ resource: taskRepeat.name, ids: [id], kind: 'updated' })
    })
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    await refuse(app, tenant, id, error.status === 403 ? 'rights' : 'refused')
  }
}
/** Says why it stands still, until somebody saves it. */
const refuse = ({ db }: Services, tenant: number, id: number, problem: 'rights' | 'refused') =>
  db.write(tenant, (tx) =>
    sql`update task_repeat set problem = ${problem} where id = ${id}`.execute(tx),
  )

/** Makes what is due, tenant by tenant. */
export const makeDue = (app: Services): Promise<void> =>
  eachTenant(app.db, 'recurring tasks', async (tenant) => {
    const due = await app.db.read(tenant, async (tx) =>
      rows<{ id: number }>(
        tx,
        sql`select id from task_repeat where enabled_flag = 1 and problem is null
          and next_on - coalesce(lead_days, 0) <= ${await today(tx, tenant)}::date order by id limit ${mostAtOnce}`,
      ),
    )
    await eachAlone(
      due,
      ({ id }) => `recurring task ${id}`,
      ({ id }) => makeNext(app, tenant, id),
    )
  })
export const watchRepeats = (app: Services): (() => Promise<void>) =>
  everySoOften(
    everyMs,
    () => makeDue(app),
    (error) => app.http.log.error({ err: error }, 'recurring tasks could not be made'),
  )
