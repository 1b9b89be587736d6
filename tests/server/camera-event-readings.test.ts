import { describe, expect, test } from 'vitest'
import { EventReadings } from '#server/modules/camera/engine/events/readings.ts'
import type { CameraEvent } from '#server/modules/camera/engine/source.ts'
import { passings } from '#simulator/cameras/passings.ts'

const seconds = 1000

describe('readings', () => {
  const noon = Date.parse('2026-11-25T04:00:00Z')
  const passing = (at: number, id = String(at)): CameraEvent => ({
    id,
    kind: 'motion',
    at,
    isOver: false,
    lasts: false,
  })
  const lasting = (at: number, isOver: boolean): CameraEvent => ({
    id: `${at} ${isOver}`,
    kind: 'motion',
    at,
    isOver,
    lasts: true,
  })
  const fresh = (stored: ConstructorParameters<typeof EventReadings>[0] = [], now = noon) =>
    new EventReadings(stored, now, 30 * seconds)
  const said = (readings: readonly { at: number; value: number }[]) =>
    readings.map(({ at, value }) => [(at - noon) / seconds, value])

  test('what is told twice is one, and is over by itself after a while, at its own time', () => {
    const readings = fresh()
    const heard = noon + 20 * seconds
    expect(said(readings.take([passing(noon)], heard, 30 * seconds))).toEqual([[0, 1]])
    expect(readings.take([passing(noon)], heard + 30 * seconds, 30 * seconds)).toEqual([])
    expect(readings.pass(heard + 59 * seconds)).toEqual([])
    expect(said(readings.pass(heard + 60 * seconds))).toEqual([[30, 0]])
    expect(readings.pass(heard + 600 * seconds)).toEqual([])
  })
  test('what goes on happening is not over; what comes late is history', () => {
    const readings = fresh()
    readings.take([passing(noon)], noon)
    const more = [passing(noon + 25 * seconds), passing(noon + 25.4 * seconds)]
    // With every picture the same: it is one.
    expect(said(readings.take(more, noon + 26 * seconds))).toEqual([[25, 1]])
    expect(readings.pass(noon + 55 * seconds)).toEqual([])
    expect(said(readings.pass(noon + 56 * seconds))).toEqual([[55, 0]])
    expect(said(readings.take([passing(noon + 40 * seconds)], noon + 57 * seconds))).toEqual([
      [40, 1],
    ])
    expect(readings.pass(noon + 200 * seconds)).toEqual([])
  })
  test('what lasts ends when it is told to, or when nobody could tell any more', () => {
    const readings = fresh()
    expect(readings.take([lasting(noon, true)], noon)).toEqual([])
    expect(said(readings.take([lasting(noon + 1000, false)], noon + 1000))).toEqual([[1, 1]])
    expect(readings.take([lasting(noon + 2000, false)], noon + 2000)).toEqual([])
    expect(readings.pass(noon + 3600 * seconds)).toEqual([])
    expect(said(readings.take([lasting(noon + 9000, true)], noon + 9000))).toEqual([[9, 0]])
    readings.take([lasting(noon + 20_000, false)], noon + 20_000)
    readings.lost(noon + 60 * seconds)
    expect(said(readings.pass(noon + 90 * seconds))).toEqual([[90, 0]])
    // It still goes on when somebody can tell again.
    expect(said(readings.take([lasting(noon + 20_001, false)], noon + 95 * seconds))).toEqual([
      [95, 1],
    ])
  })
  test('what is listened to no longer is over', () => {
    const readings = fresh()
    readings.take([lasting(noon, false), { ...passing(noon), kind: 'line' }], noon)
    expect(said(readings.leave(noon + 3000))).toEqual([
      [3, 0],
      [3, 0],
    ])
    expect(readings.leave(noon + 4000)).toEqual([])
  })
  test('whoever takes over goes on where another ended', () => {
    const readings = fresh([{ kind: 'motion', at: noon, value: 1 }], noon + 5 * seconds)
    expect(readings.take([passing(noon - 1000), passing(noon)], noon + 6 * seconds)).toEqual([])
    expect(said(readings.take([passing(noon + 4000)], noon + 7 * seconds))).toEqual([[4, 1]])
    const left = fresh([{ kind: 'motion', at: noon, value: 1 }], noon + 5 * seconds)
    expect(said(left.pass(noon + 65 * seconds))).toEqual([[30, 0]])
  })
})

test('somebody passes a simulated camera some times a day, the same whoever asks', () => {
  const dayMs = 86_400_000
  const from = Date.parse('2026-11-22T16:00:00Z')
  const days = [0, 1, 2, 3].map((day) =>
    passings('E10245781', from + day * dayMs, from + (day + 1) * dayMs - 1),
  )
  for (const day of days) {
    expect(day.length).toBeGreaterThan(3)
    expect(day.length).toBeLessThan(20)
    for (const { at } of day) {
      const hour = ((at + 8 * 3_600_000) % dayMs) / 3_600_000
      expect([hour >= 6, hour < 20]).toEqual([true, true])
    }
  }
  expect(passings('E10245781', from, from + 4 * dayMs - 1)).toEqual(days.flat())
})
