import type { Field } from '../field.ts'

/** Whoever holds it is told what goods cost and are worth: prices, amounts, averages, values. */
export const costCode = 'wfpf.inventory.prment.stock.ps.cost'
export const cost = <F extends Field>(field: F): F => ({ ...field, seenBy: costCode })
