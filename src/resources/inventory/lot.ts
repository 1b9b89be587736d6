import { lazy } from 'react'
import { stockLot, stockLotScreen } from '#contract/inventory/lot.ts'
import { QuantityCell, UnitCell } from '#src/pages/inventory/stock/StockCells.tsx'
import { TestedOnCell } from '#src/features/inventory/TestedOnCell.tsx'
import { resource } from '#src/kit/definition/resource.ts'

const testedInput = () => import('#src/features/inventory/TestedOnInput.tsx')

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
      'testedOn',
      'sampleSize',
      'quantity',
      'unitName',
    ],
    more: ['germination', 'testedOn', 'sampleSize'],
    filters: ['lot', 'skuId', 'type', 'expiresOn', 'testedOn'],
    rowActions: ['show', 'edit'],
  },
  form: [['expiresOn'], ['germination', 'sampleSize'], ['testedOn']],
  open: { show: 'page' },
  pages: { 'info/:id': () => import('#src/pages/inventory/stock/LotPage.tsx') },
  inputs: {
    testedOn: lazy(async () => ({ default: (await testedInput()).TestedOnInput })),
  },
  cells: { testedOn: TestedOnCell, quantity: QuantityCell, unitName: UnitCell },
})
