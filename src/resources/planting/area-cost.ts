import { areaCost, areaCostScreen } from '#contract/planting/area-cost.ts'
import UnitCell from '#src/features/planting/UnitCell.tsx'
import { resource } from '#src/kit/definition/resource.ts'

export const areaCosts = resource(areaCost, {
  screen: areaCostScreen,
  cells: { unitName: UnitCell },
  list: {
    columns: ['occurredOn', 'areaId', 'kind', 'title', 'taskId', 'quantity', 'unitName', 'amount'],
    onPhone: ['title', 'areaId', 'kind', 'occurredOn', 'amount'],
    totals: ['amount'],
    filters: ['occurredOn', 'areaId', 'kind', 'title', 'taskId'],
  },
})
