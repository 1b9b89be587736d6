import { stockLot, stockLotScreen } from '#contract/inventory/lot.ts'
import { QuantityCell, UnitCell } from '#src/pages/inventory/stock/StockCells.tsx'
import { resource } from '#src/kit/definition/resource.ts'

export const stockLots = resource(stockLot, {
  screen: stockLotScreen,
  list: {
    columns: [
      'lot',
      'skuId',
      'skuCode',
      'type',
      'expiresOn',
      'germination',
      'quantity',
      'unitName',
    ],
    more: ['germination'],
    filters: ['lot', 'skuId', 'type', 'expiresOn'],
    rowActions: ['show', 'edit'],
  },
  form: [['expiresOn', 'germination']],
  open: { show: 'page' },
  pages: { 'info/:id': () => import('#src/pages/inventory/stock/LotPage.tsx') },
  cells: { quantity: QuantityCell, unitName: UnitCell },
})
