import { codes, entity, rest } from '../entity.ts'
import { choice, flag, id, integer, moment, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/** Two pictures of one timer are so many minutes apart at least. */
export const leastTimerMinutes = 10
/** So many timers a tenant may have. */
export const mostTimers = 20

/**
 * A camera that takes a picture by the clock, with the rights of who saved it last. One that does not
 * answer is asked twice more in four minutes; what was missed while nothing ran is not made up for,
 * and said.
 */
export const cameraTimer = entity('cameraTimer', {
  module: 'camera',
  title: 'name',
  deletion: 'gone',
  permissions: {
    list: 'wfpf.farm.equipment.cameraTimer',
    ...codes('wfpf.farm.equipment.cameraTimer.ps', 'create', 'edit', 'delete'),
  },
  // chosen: of its calls the specification has the list
  api: rest('wfpe/v2/{tenant}/camera/timing-task'),
  fields: {
    id: id(),
    name: text({ required: true, max: 60, unique: true }),
    cameraId: ref('camera', { required: true }),
    /** Five fields, one moment, or a length of time, as timers of control rules are written. */
    cron: text({ required: true, max: 100 }),
    keepDays: integer({ min: 1, max: 1100, unit: 'day' }),
    enabledFlag: flag({}),
    nextOn: moment({ readonly: true }),
    lastOn: moment({ readonly: true }),
    taken: integer({ min: 0, max: 9_999_999, readonly: true }),
    missed: integer({ min: 0, max: 9_999_999, readonly: true }),
    /** Why the last picture is not there. */
    problem: choice(
      {
        rights: 'rights',
        missed: 'missed',
        disabled: 'disabled',
        unreachable: 'unreachable',
        refused: 'refused',
      },
      { readonly: true },
    ),
    description: text({ max: 200 }),
  },
})
export const cameraTimerScreen = entityScreen('cameraTimer', cameraTimer, {
  route: '/web/equipment/camera-timers',
  module: 'farm',
  group: 'equipment',
  icon: 'cameraTimer',
  at: 2,
  tabOf: 'camera',
})
