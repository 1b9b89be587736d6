import { codes, entity, rest } from '../entity.ts'
import { choice, date, decimal, id, integer, moment, point, ref, text } from '../field.ts'
import { attendanceList } from '../farm/worker.ts'
import { entityScreen } from '../screen.ts'
import { mostAccuracy } from './task-states.ts'

/** Longer nobody is there at a stretch: who has not signed out by then has forgotten to. */
export const mostShiftHours = 16

const worked = () => decimal({ max: 99, scale: 1, unit: 'hour', readonly: true })
const accuracy = () =>
  integer({ min: 0, max: mostAccuracy, readonly: true, unit: 'meter', detailOnly: true })

/**
 * From when until when somebody was there: signed for by themselves, or entered and put right by
 * whoever manages people, who says why. What was signed stays beside it.
 */
export const attendance = entity('attendance', {
  module: 'work',
  title: 'day',
  permissions: {
    list: attendanceList,
    ...codes(`${attendanceList}.ps`, 'create', 'edit', 'delete'),
  },
  // chosen: the specification names attendance and no calls
  api: rest('wfpf/v1/{tenant}/attendance'),
  stored: { view: 'attendance_view' },
  newestBy: 'inAt',
  fields: {
    id: id(),
    /** On which it began, by the farm's clock. */
    day: date({ readonly: true }),
    workerId: ref('worker', { required: true, createOnly: true }),
    areaId: ref('area', { required: true }),
    inAt: moment({ required: true }),
    outAt: moment({}),
    hours: worked(),
    /** Of the person on that day, in tasks that were accepted, wherever. */
    acceptedHours: worked(),
    source: choice({ self: 'self', hand: 'hand' }, { readonly: true }),
    /** Why it was entered or changed by hand. */
    reason: text({ required: true, max: 200 }),
    signedInAt: moment({ readonly: true }),
    signedOutAt: moment({ readonly: true }),
    inLatlng: point({ readonly: true }),
    inAccuracy: accuracy(),
    outLatlng: point({ readonly: true }),
    outAccuracy: accuracy(),
  },
})
export const attendanceScreen = entityScreen('attendance', attendance, {
  route: '/web/farm/attendance',
  module: 'farm',
  group: 'production',
  icon: 'wages',
  at: 6,
  tabOf: 'workMonth',
})
