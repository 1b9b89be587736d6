import { integer } from '../field.ts'
import type { productTypes } from './product.ts'

/** Of a hundred seeds of a lot, those that come up. */
export const germination = () => integer({ min: 0, max: 100, unit: 'percent' })
/** Kinds of goods whose lots have it. */
export const isSeed = (type: unknown) => type === ('seed' satisfies keyof typeof productTypes)
