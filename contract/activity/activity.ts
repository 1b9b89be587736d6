import { codes, entity, rest } from '../entity.ts'
import { code, flag, id, image, integer, moment, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/** `over` is no step of anybody's: its end has passed. */
export const activityState = { draft: 0, open: 1, over: 2, cancelled: 3 } as const

/** What people come together for: a training, an open day, a picking. */
export const activity = entity('activity', {
  module: 'activity',
  title: 'activityName',
  permissions: {
    list: 'wfpf.farm.activity',
    ...codes('wfpf.farm.activity.ps', 'create', 'edit', 'delete', 'publish', 'cancel'),
  },
  // chosen: the specification names the screen and no calls
  api: {
    ...rest('wfpf/v1/{tenant}/activity'),
    publish: 'POST /wfpf/v1/{tenant}/activity/{id}/publish',
    cancel: 'POST /wfpf/v1/{tenant}/activity/{id}/cancel',
  },
  stored: { view: 'activity_view' },
  stateField: 'state',
  states: {
    edit: ['draft', 'open'],
    delete: ['draft', 'cancelled'],
    publish: ['draft'],
    cancel: ['open'],
  },
  actionInputs: { cancel: ['cancelReason'] },
  newestBy: 'startsAt',
  fields: {
    id: id(),
    activityName: text({ required: true, max: 60 }),
    state: code(activityState, { readonly: true }),
    startsAt: moment({ required: true }),
    endsAt: moment({ required: true }),
    areaId: ref('area', { required: true }),
    landId: ref('land', { dependsOn: 'areaId' }),
    address: text({ max: 100 }),
    managerId: ref('worker', {}),
    /** How many may take part; as many as like where it is empty. */
    capacity: integer({ min: 1, max: 10_000 }),
    joined: integer({ min: 0, max: 10_000, readonly: true }),
    signedIn: integer({ min: 0, max: 10_000, readonly: true }),
    mineFlag: flag({ readonly: true }),
    cover: image({}),
    description: text({ max: 500 }),
    cancelReason: text({ max: 200, readonly: true }),
  },
})
export const activityScreen = entityScreen('activity', activity, {
  route: '/web/farm/activity',
  module: 'farm',
  group: 'production',
  icon: 'activity',
  at: 8,
  count: 'activity',
})
