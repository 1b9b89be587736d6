import { entity } from '../entity.ts'
import { date, decimal, id, integer, money, ref, text } from '../field.ts'
import { mostPieces, mostPieceUnit, pieceRate } from '../farm/piece.ts'
import { entityScreen } from '../screen.ts'

// chosen: the specification names hours of tasks, and no screen for them
const list = 'wfpf.farm.workHours'
const hours = () => decimal({ min: -99_999, max: 99_999, scale: 1, unit: 'hour', readonly: true })
const amount = () => money({ min: -99_999_999, readonly: true })

/** What somebody worked on a task that was accepted: hours at the wage of that day, or pieces at the rate of the task. */
export const workHours = entity('workHours', {
  module: 'work',
  title: 'taskTitle',
  stored: { table: 'work_hours', view: 'work_hours_view' },
  permissions: { list },
  api: {
    list: 'GET /wfpf/v1/{tenant}/work-hours',
    show: 'GET /wfpf/v1/{tenant}/work-hours/{id}',
  },
  newestBy: 'workedOn',
  fields: {
    id: id(),
    /** When it was accepted, whose wage holds; and when it was done. */
    workedOn: date({ readonly: true }),
    actedOn: date({ readonly: true }),
    workerId: ref('worker', { readonly: true }),
    areaId: ref('area', { readonly: true }),
    taskId: ref('task', { readonly: true }),
    taskTitle: text({ max: 60, readonly: true }),
    batchId: ref('batch', { readonly: true }),
    hours: hours(),
    dayWage: decimal({ max: 9_999, unit: 'yuanPerDay', readonly: true }),
    pieces: decimal({ min: -mostPieces, max: mostPieces, readonly: true }),
    pieceUnit: text({ max: mostPieceUnit, readonly: true }),
    pieceRate: pieceRate({ readonly: true }),
    amount: amount(),
  },
})
/** The same added up: a person's month on a base. */
export const workMonth = entity('workMonth', {
  module: 'work',
  title: 'month',
  stored: { table: 'work_hours', view: 'work_month_view' },
  permissions: { list },
  api: {
    list: 'GET /wfpf/v1/{tenant}/work-month',
    show: 'GET /wfpf/v1/{tenant}/work-month/{id}',
  },
  newestBy: 'month',
  fields: {
    id: id(),
    /** `2026-11` */
    month: text({ max: 7, readonly: true }),
    workerId: ref('worker', { readonly: true }),
    areaId: ref('area', { readonly: true }),
    /** On which it was done. */
    days: integer({ min: 0, max: 31, readonly: true, unit: 'day' }),
    tasks: integer({ min: 0, max: 9999, readonly: true }),
    hours: hours(),
    /** As the person signed for it, or it was put right. */
    signedDays: integer({ min: 0, max: 31, readonly: true, unit: 'day' }),
    signedHours: hours(),
    /** Unit by unit, as they are counted: `1860 jin, 42 boxes`. */
    pieces: text({ max: 200, readonly: true }),
    /** Of the wages, what was earned by pieces. */
    pieceAmount: amount(),
    amount: amount(),
  },
})
export const workMonthScreen = entityScreen('workMonth', workMonth, {
  route: '/web/farm/hours',
  module: 'farm',
  group: 'production',
  icon: 'wages',
  at: 6,
})
export const workHoursScreen = entityScreen('workHours', workHours, {
  route: '/web/farm/hours/task',
  module: 'farm',
  group: 'production',
  icon: 'wages',
  at: 6,
  tabOf: 'workMonth',
})
