import { expect, test } from 'vitest'
import type { HomeWaiting } from '#contract/home/home-calls.ts'
import { warningOf } from '#src/pages/home/warning.ts'

const waiting = (counts: Record<string, number>) =>
  ({
    counts: Object.entries(counts).map(([kind, count]) => ({ kind, count })),
    items: [],
  }) as unknown as HomeWaiting

test('a store keeper with expired goods is not told that all is well; what is more urgent is told first', () => {
  expect(warningOf(waiting({ stock: 18 }), null)).toEqual({ key: 'stock', values: { count: 18 } })
  expect(warningOf(waiting({ stock: 18, approval: 2 }), null)?.key).toBe('approvals')
  expect(warningOf(waiting({ stock: 0 }), null)).toBeNull()
})
