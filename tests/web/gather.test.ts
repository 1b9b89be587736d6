import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gather } from '#src/lib/gather.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what comes soon after is told once, all of it together', () => {
  const told: number[][] = []
  const { add } = gather<number>(100, (all) => void told.push([...all]))
  ;[1, 2, 3].forEach(add)
  expect(told).toEqual([[1]])
  vi.advanceTimersByTime(100)
  expect(told).toEqual([[1], [2, 3]])
  vi.advanceTimersByTime(100)
  add(4)
  expect(told).toEqual([[1], [2, 3], [4]])
})

test('what takes longer than things come is done, and not begun anew before', async () => {
  const told: number[][] = []
  const { add, end } = gather<number>(100, async (all) => {
    told.push([...all])
    await new Promise((done) => setTimeout(done, 350))
  })
  for (let at = 0; at < 7; at++) {
    add(at)
    await vi.advanceTimersByTimeAsync(60)
  }
  // After 420 ms: the first is done, and the next has begun with what came meanwhile.
  expect(told).toEqual([[0], [1, 2, 3, 4, 5]])
  await vi.advanceTimersByTimeAsync(350)
  expect(told).toEqual([[0], [1, 2, 3, 4, 5], [6]])
  end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toHaveLength(3)
})
