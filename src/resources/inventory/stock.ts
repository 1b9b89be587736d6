import {
  inputStock,
  inputStockScreen,
  stockBalance,
  stockScreen,
} from '#contract/inventory/stock.ts'
import {
  CostCell,
  GoodsCell,
  LimitCell,
  LotCell,
  PacksCell,
  QuantityCell,
  UnitCell,
  ValueCell,
  WarningCell,
} from '#src/pages/inventory/stock/StockCells.tsx'
import { resource } from '#src/kit/definition/resource.ts'

const cells = {
  skuId: GoodsCell,
  lot: LotCell,
  quantity: QuantityCell,
  packs: PacksCell,
  unitName: UnitCell,
  average: CostCell,
  value: ValueCell,
  warning: WarningCell,
  minimum: LimitCell,
  maximum: LimitCell,
}
const listFooter = () => import('#src/pages/inventory/stock/StockTotals.tsx')
const pages = { 'record/:id': () => import('#src/pages/inventory/stock/RecordPage.tsx') }

export const stockBalances = resource(stockBalance, {
  screen: stockScreen,
  list: {
    columns: [
      'skuId',
      'warehouseId',
      'lot',
      'quantity',
      'reserved',
      'unitName',
      'warning',
      'average',
      'value',
      'inTransit',
      'expiresOn',
      'inTransitValue',
      'minimum',
      'maximum',
      'packs',
      'skuCode',
      'type',
      'lastMovedAt',
      'alsoWarning',
    ],
    more: [
      'reserved',
      'inTransit',
      'expiresOn',
      'inTransitValue',
      'minimum',
      'maximum',
      'packs',
      'skuCode',
      'type',
      'lastMovedAt',
      'alsoWarning',
    ],
    filters: [
      'warehouseId',
      'skuId',
      'inStockFlag',
      'skuCode',
      'type',
      'lot',
      'warning',
      'alsoWarning',
    ],
    listFooter,
  },
  cells,
  pages,
})
/** The same of the farm's own inputs, in its words and under its codes. */
export const inputStocks = resource(inputStock, {
  screen: inputStockScreen,
  list: {
    columns: [
      'skuId',
      'warehouseId',
      'lot',
      'quantity',
      'reserved',
      'unitName',
      'warning',
      'average',
      'value',
      'expiresOn',
      'packs',
      'skuCode',
      'type',
      'lastMovedAt',
      'alsoWarning',
    ],
    more: ['reserved', 'expiresOn', 'packs', 'skuCode', 'type', 'lastMovedAt', 'alsoWarning'],
    filters: ['warehouseId', 'skuId', 'inStockFlag', 'type', 'lot', 'warning', 'alsoWarning'],
    listFooter,
  },
  cells,
  pages,
})
