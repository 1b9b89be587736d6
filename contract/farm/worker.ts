import { codes, entity, rest } from '../entity.ts'
import { choice, date, decimal, flag, id, image, phone, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/** Who sees when people were there. */
export const attendanceList = 'wfpf.farm.attendance'
/** Of a day: there now, gone again, or not signed for. */
export const presences = { in: 'in', left: 'left', absent: 'absent' } as const

const present = { readonly: true, seenBy: attendanceList } as const
const today = () => decimal({ ...present, max: 99, scale: 1, unit: 'hour' })

/** Who works on the farm, with or without an account of the console. */
export const worker = entity('worker', {
  module: 'farm',
  title: 'realName',
  alias: 'workerId',
  placed: 'anyBase',
  permissions: {
    list: 'wfpf.farm.worker',
    ...codes('wfpf.farm.worker.ps', 'create', 'edit', 'delete'),
  },
  // chosen: the specification shows no payload of workers
  api: rest('wfpf/v1/{tenant}/worker'),
  stored: { view: 'worker_view' },
  foreign: { names: { name: 'realName' }, constants: {} },
  fields: {
    id: id(),
    realName: text({ required: true, max: 40 }),
    workerCode: text({ max: 20, unique: true, pattern: /^[\w-]+$/ }),
    phone: phone({}),
    kind: choice(
      { permanent: 'permanent', seasonal: 'seasonal', daily: 'daily' },
      { required: true },
    ),
    workerType: choice({ worker: 'worker', manager: 'manager', clerk: 'clerk' }, {}),
    areaId: ref('area', {}),
    organizationId: ref('organization', {}),
    userId: ref('user', {}),
    skills: text({ max: 90 }),
    dayWage: decimal({ max: 9_999, unit: 'yuanPerDay' }),
    joinedOn: date({}),
    picture: image({}),
    enabledFlag: flag({}),
    description: text({ max: 200 }),
    /** Today, as they signed for it; and for how long, beside what was accepted. */
    presence: choice(presences, present),
    signedHours: today(),
    acceptedHours: today(),
  },
})
export const workerScreen = entityScreen('worker', worker, {
  route: '/web/farm/worker',
  module: 'farm',
  group: 'production',
  icon: 'worker',
  at: 5,
})
