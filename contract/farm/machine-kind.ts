import { codes, entity, rest } from '../entity.ts'
import { flag, id, integer, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/** What machines a farm has, by kind: what plans count on. */
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
