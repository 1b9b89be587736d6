import { areaCost, areaCostScreen } from '#contract/planting/area-cost.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const areaCosts = resource(areaCost, {
  screen: areaCostScreen,
  list: {
    columns: ['occurredOn', 'areaId', 'kind', 'title', 'taskId', 'quantity', 'unitName', 'amount'],
    onPhone: ['title', 'areaId', 'kind', 'occurredOn', 'amount'],
    totals: ['amount'],
    filters: ['occurredOn', 'areaId', 'kind', 'title', 'taskId'],
  },
})
