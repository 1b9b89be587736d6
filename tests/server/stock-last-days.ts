import { day } from './stock.ts'

/** When the lots end: one long before today, one soon, one never that anybody sees. */
export const lastDays: Readonly<Record<string, string>> = {
  A: day(-60),
  B: day(12),
  C: '2099-01-01',
}
