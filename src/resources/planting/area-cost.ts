import { areaCost, areaCostScreen } from '#contract/planting/area-cost.ts'
import CostTask from '#src/features/work/CostTask.tsx'
import UnitCell from '#src/features/planting/UnitCell.tsx'
import { resource } from '#src/kit/definition/resource.ts'

const listFooter = () => import('#src/features/planting/AreaCostTotals.tsx')

export const areaCosts = resource(areaCost, {
  screen: areaCostScreen,
  cells: { taskId: CostTask, unitName: UnitCell },
  list: {
    listFooter,
    columns: ['occurredOn', 'areaId', 'kind', 'title', 'taskId', 'quantity', 'unitName', 'amount'],
    onPhone: ['title', 'areaId', 'kind', 'occurredOn', 'amount'],
    totals: ['amount'],
    filters: ['occurredOn', 'areaId', 'kind', 'title', 'taskId'],
  },
})
