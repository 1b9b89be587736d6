import { inputStock, inputStockScreen, stockBalance, stockScreen } from '#contract/inventory/stock.ts'
import { CostCell, GoodsCell, WarningCell } from '#src/pages/stock/StockCells.tsx'
import { resource } from '#src/kit/resource.ts'

const cells = { skuId: GoodsCell, average: CostCell, warning: WarningCell }
const pages = { 'record/:id': () => import('#src/pages/stock/RecordPage.tsx') }

export const stockBalances = resource(stockBalance, {
  screen: stockScreen,
  list: {
    columns: ['skuId', 'skuCode', 'warehouseId', 'type', 'lot', 'expiresOn', 'quantity', 'unitName', 'inTransit', 'warning', 'minimum', 'maximum', 'average', 'value', 'lastMovedAt'],
    filters: ['warehouseId', 'skuId', 'skuCode', 'type', 'lot', 'warning'],
  },
  cells, pages,
})
/** The same of the farm's own inputs, in its words and under its codes. */
export const inputStocks = resource(inputStock, {
  screen: inputStockScreen,
  list: {
    columns: ['skuId', 'skuCode', 'warehouseId', 'type', 'lot', 'expiresOn', 'quantity', 'unitName', 'warning', 'average', 'value', 'lastMovedAt'],
    filters: ['warehouseId', 'skuId', 'type', 'lot', 'warning'],
  },
  cells, pages,
})
