import { stockLimit, stockLimitScreen } from '#contract/inventory/stock-limit.ts'
import { QuantityCell, UnitCell } from '#src/pages/inventory/stock/StockCells.tsx'
import { resource } from '#src/kit/definition/resource.ts'

export const stockLimits = resource(stockLimit, {
  screen: stockLimitScreen,
  list: {
    columns: ['warehouseId', 'skuId', 'quantity', 'unitName', 'minimum', 'maximum'],
    filters: ['warehouseId', 'skuId'],
    rowActions: ['edit', 'delete'],
    bulkActions: ['delete'],
  },
  cells: { quantity: QuantityCell, unitName: UnitCell },
  form: [['warehouseId'], ['skuId'], ['minimum', 'maximum']],
})
