import { lazy } from 'react'
import {
  agriculturalInput,
  agriculturalInputScreen,
} from '#contract/inventory/agricultural-input.ts'
import { product, productScreen } from '#contract/inventory/product.ts'
import type { ProductUnit } from '#contract/inventory/product-unit.ts'
import { skuQuery } from '#contract/inventory/sku-reading.ts'
import { agriculturalForm } from '#src/pages/inventory/product/agricultural-form.ts'
import { resource, type Row } from '#src/kit/definition/resource.ts'

const inputs = { skus: lazy(() => import('#src/pages/inventory/product/SkusInput.tsx')) }
/** Each combination has a label that names it, and the bag is labelled beside what is in it. */
const moreLabels = ({ skus, units }: Row) => [
  ...((skus ?? []) as SkuLine[])
    .filter(({ combination }) => combination)
    .map((one) => ({
      unit: one.combination,
      amount: '',
      code: one.barcode ?? one.code ?? null,
      query: skuQuery(one),
    })),
  ...((units ?? []) as ProductUnit[]).map(({ unitId, unitIdName, ratio, barcode }) => ({
    unit: String(unitIdName),
    amount: `× ${ratio}`,
    code: barcode ?? null,
    query: `unit=${unitId}`,
  })),
]
interface SkuLine {
  combination: string
  code: string | null
  barcode: string | null
}
const open = { create: 'page', edit: 'page' } as const

export const products = resource(product, {
  screen: productScreen,
  list: {
    columns: [
      'pictures',
      'name',
      'code',
      'type',
      'specification',
      'unitId',
      'retailPrice',
      'costPrice',
      'brand',
      'units',
      'skus',
      'agriculturalFlag',
      'purchaseFlag',
      'saleFlag',
      'enabledFlag',
    ],
    more: ['brand', 'units', 'skus', 'agriculturalFlag', 'purchaseFlag', 'saleFlag', 'enabledFlag'],
    filters: ['name', 'code', 'barcode', 'type', 'brand', 'agriculturalFlag', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [
    ['name', 'code'],
    ['type', 'unitId'],
    ['units'],
    ['brand', 'model'],
    ['specification', 'alias'],
    ['barcode', 'lotFlag'],
    ['retailPrice', 'vipPrice'],
    ['costPrice', 'enabledFlag'],
    ['purchaseFlag', 'saleFlag'],
    ['agriculturalFlag', 'consumableFlag'],
    ['skus'],
    ['pictures'],
    ['video'],
    ['description'],
  ],
  open,
  moreLabels,
  inputs,
  pages: {
    'agricultural/add': () => import('#src/pages/inventory/product/AgriculturalAddPage.tsx'),
    'agricultural/edit/:id': () => import('#src/pages/inventory/product/AgriculturalEditPage.tsx'),
  },
})

export const agriculturalInputs = resource(agriculturalInput, {
  screen: agriculturalInputScreen,
  list: {
    columns: [
      'pictures',
      'name',
      'code',
      'type',
      'unitId',
      'registrationNumber',
      'safetyInterval',
      'specification',
      'nitrogen',
      'phosphorus',
      'potassium',
      'brand',
      'enabledFlag',
    ],
    more: ['nitrogen', 'phosphorus', 'potassium', 'brand', 'enabledFlag'],
    filters: ['name', 'code', 'type', 'brand', 'registrationNumber', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: agriculturalForm,
  open,
  moreLabels,
  inputs,
})
