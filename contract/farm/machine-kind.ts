import { codes, entity, rest } from '../entity.ts'
import { flag, id, integer, money, ref, text } from '../field.ts'
import { cost } from '../inventory/cost.ts'
import { entityScreen } from '../screen.ts'

/** What machines a farm has, by kind: what plans count on, and what their work costs. */
export const machineKind = entity('machineKind', {
  module: 'farm',
  title: 'name',
  permissions: {
    list: 'wfpf.company.system.machineKind',
    ...codes('wfpf.company.system.machineKind.ps', 'create', 'edit', 'delete'),
  },
  api: rest('wfpf/v1/{tenant}/machine-kind'),
  fields: {
    id: id(),
    name: text({ required: true, unique: true, max: 40 }),
    machines: integer({ required: true, min: 0, max: 999 }),
    /** What an hour of it costs: tasks that used it are booked at it on the day of their acceptance. */
    hourRate: cost(money({ max: 9999 })),
    /** None: they go to whichever base needs them. */
    areaId: ref('area', {}),
    enabledFlag: flag({}),
    remark: text({ max: 200 }),
  },
})
export const machineKindScreen = entityScreen('machineKind', machineKind, {
  route: '/system/machine-kind',
  module: 'company',
  group: 'farm',
  icon: 'machine',
  at: 7,
})
