import { date, integer } from '../field.ts'
import type { productTypes } from './product.ts'

/** Of a hundred seeds of a lot, those that come up. */
export const germination = () => integer({ min: 0, max: 100, unit: 'percent' })
/** The day on which that was found out. */
export const testedOn = () => date({})
/** With so many seeds: the rules of seed testing ask for four hundred. */
export const sampleSize = () => integer({ min: 1, max: 100_000, unit: 'seed' })
/** Kinds of goods whose lots have it. */
export const isSeed = (type: unknown) => type === ('seed' satisfies keyof typeof productTypes)

/**
 * Whether a test is so long ago that seed has to be tested anew before it is sown. Seed that lies
 * comes up less and less; labels of the trade say when it was tested, and a year is the longest that
 * such a test is relied upon.
 */
export function isTestOld(testedOn: unknown, today: string): boolean {
  if (typeof testedOn !== 'string') return false
  const [year, ...rest] = today.split('-')
  return testedOn < [Number(year) - 1, ...rest].join('-')
}
