/**
 * How a value is held against a limit, or two. `either`: beyond it upwards or downwards, of changes
 * alone.
 */
export interface Comparison {
  operator:
    | 'above'
    | 'atLeast'
    | 'below'
    | 'atMost'
    | 'between'
    | 'outside'
    | 'equals'
    | 'notEquals'
    | 'either'
  value: number
  value2: number | null
}

/** Whether a value meets it; `between` includes its limits. */
export function meets({ operator, value: limit, value2 }: Comparison, value: number): boolean {
  switch (operator) {
    case 'above':
      return value > limit
    case 'atLeast':
      return value >= limit
    case 'below':
      return value < limit
    case 'atMost':
      return value <= limit
    case 'equals':
      return value === limit
    case 'notEquals':
      return value !== limit
    case 'between':
      return value >= limit && value <= (value2 ?? limit)
    case 'outside':
      return value < limit || value > (value2 ?? limit)
    case 'either':
      return Math.abs(value) > limit
  }
}
