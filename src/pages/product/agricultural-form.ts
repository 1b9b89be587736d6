/** What is asked of an agricultural input: what its package must say comes before what it costs. */
export const agriculturalForm = [
  ['name', 'code'], ['type', 'unitId'], ['units'], ['brand', 'model'], ['specification', 'alias'], ['registrationNumber', 'safetyInterval'], ['activeIngredient', 'dose'], ['nitrogen', 'phosphorus'], ['potassium', 'lotFlag'],
  ['barcode', 'enabledFlag'], ['retailPrice', 'vipPrice'], ['costPrice', 'consumableFlag'], ['purchaseFlag', 'saleFlag'], ['skus'], ['pictures'], ['video'], ['description'],
] as const
