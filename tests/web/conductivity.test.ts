import { expect, test } from 'vitest'
import { deviceTypes } from '#contract/devices/index.ts'
import type { DeviceHistory } from '#contract/equipment/device-calls.ts'
import { conductivityOf, historyIn, readingIn } from '#src/features/telemetry/conductivity.ts'
import { valueText } from '#src/features/equipment/reading-words.ts'

const said = (reading: Parameters<typeof valueText>[1], value: number) =>
  valueText((key) => key, reading, value)

test('conductivity is said in the unit of its channel, and in another only where that is chosen', () => {
  const { ec } = deviceTypes.waterFertilizer.readings
  const soil = deviceTypes.gateway_soil.readings.conductivity
  expect([said(ec, 1.85), said(soil, 1413)]).toEqual(['1.85 mS/cm', '1413 µS/cm'])
  expect([conductivityOf(ec), conductivityOf(deviceTypes.gateway_soil.readings.humidity)]).toEqual([
    'mS/cm',
    null,
  ])
  expect(said(readingIn(soil, 'mS/cm'), 1.413)).toBe('1.413 mS/cm')
  expect(readingIn(soil, 'mS/cm')).toMatchObject({ min: 0, max: 20 })
  expect(readingIn(soil, 'µS/cm')).toBe(soil)
})
test('a curve in another unit has all its figures in it', () => {
  const figures = { min: 1000, max: 2000, mean: 1500, sum: 3000 }
  const answer = {
    step: 'hour',
    stepMs: 3_600_000,
    series: [
      { metric: 'conductivity', summary: figures, points: [{ at: 'a', count: 2, ...figures }] },
    ],
  } as unknown as DeviceHistory
  const wanted = { min: 1, max: 2, mean: 1.5, sum: 3 }
  expect(historyIn(answer, 'µS/cm', 'mS/cm').series[0]).toEqual({
    metric: 'conductivity',
    summary: wanted,
    points: [{ at: 'a', count: 2, ...wanted }],
  })
  expect(historyIn(answer, 'µS/cm', 'µS/cm')).toBe(answer)
})
