import { articles } from './records/articles.ts'
import { planting } from './records/planting.ts'
import { trade } from './records/trade.ts'

/**
 * Records of one kind by the path that takes them, and the field that they are found by; what
 * starts with `@` stands for the id of a record made before.
 */
export type Records = readonly [path: string, key: string, rows: readonly Record<string, unknown>[]]
export const records: readonly Records[] = [...planting, ...trade, ...articles]
