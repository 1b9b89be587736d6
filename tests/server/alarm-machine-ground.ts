import { type Condition } from '#server/modules/alarm/engine/machine.ts'

export const second = 1000
export const minute = 60 * second
export const rule: Condition = {
  operator: 'above',
  value: 30,
  value2: null,
  severeValue: null,
  hysteresis: 0,
  clearValue: null,
  falls: false,
  isActive: () => true,
  level: 2,
  durationMs: 120 * second,
  clearMs: 0,
}
export const gap = 2 * minute
