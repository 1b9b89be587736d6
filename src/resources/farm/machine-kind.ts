import { machineKind, machineKindScreen } from '#contract/farm/machine-kind.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const machineKindList = resource(machineKind, {
  screen: machineKindScreen,
  list: {
    columns: ['name', 'machines', 'hourRate', 'areaId', 'enabledFlag', 'remark'],
    more: ['enabledFlag'],
    filters: ['name', 'areaId', 'enabledFlag', 'remark'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['name', 'machines'], ['hourRate', 'areaId'], ['enabledFlag'], ['remark']],
})
