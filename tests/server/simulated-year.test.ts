import { expect, test } from 'vitest'
import { aerate, stir, stirred } from '#simulator/ponds.ts'
import { irrigated, soak } from '#simulator/plots.ts'
import { outagesOf } from '#simulator/outages.ts'
import { isDrought, rainOf, skyAt } from '#simulator/sky.ts'
import { deviceModels } from '#simulator/device-models.ts'
import type { SimulatedDevice } from '#simulator/models/simulated-device.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const place = { lat: 22.96, lng: 113.34 }
const start = Date.parse('2026-01-01T00:00:00+08:00')
const played = (plot: string): SimulatedDevice => ({
  place,
  plot,
  seed: 4,
  layers: 3,
  told: new Map(),
})
const days = Array.from({ length: 365 }, (_, day) => start + day * dayMs)

test('weather follows the sun and the season, and leaps nowhere', () => {
  let before = skyAt(place, start)
  for (let at = start + 10 * minuteMs; at < start + 365 * dayMs; at += 10 * minuteMs) {
    const sky = skyAt(place, at)
    if (Math.abs(sky.airTemperature - before.airTemperature) > 1.5)
      expect.fail(
        `${new Date(at).toISOString()}: ${before.airTemperature} to ${sky.airTemperature}`,
      )
    if (
      sky.airTemperature < -5 ||
      sky.airTemperature > 42 ||
      sky.airHumidity < 20 ||
      sky.airHumidity > 100
    )
      expect.fail(`${new Date(at).toISOString()}: ${JSON.stringify(sky)}`)
    before = sky
  }
  const mean = (month: number) =>
    days
      .slice(month * 30, month * 30 + 30)
      .reduce((sum, day) => sum + skyAt(place, day + 13 * hourMs).airTemperature, 0) / 30
  expect(mean(6) - mean(0)).toBeGreaterThan(8)
  for (const day of days) expect(skyAt(place, day).radiation).toBe(0)
})

test('a year has its storm and its droughts', () => {
  expect(days.filter((day) => rainOf(day)?.isStorm).length).toBe(1)
  const wet = (list: readonly number[]) =>
    list.filter((day) => rainOf(day) !== null).length / list.length
  const dry = days.filter((day) => isDrought(day))
  expect(dry.length).toBeGreaterThan(30)
  expect(wet(dry)).toBeLessThan(wet(days) / 2)
})

test('pumps draw power while they run and no longer', () => {
  const pump = played('SQ-B01')
  let ran = 0
  for (let at = start; at < start + 30 * dayMs; at += 10 * minuteMs) {
    const { run, power, current } = deviceModels.inverter(pump, at, 600_000) as Record<
      string,
      number
    >
    expect([run! > 0, power! > 0, current! > 0]).toEqual([run === 1, run === 1, run === 1])
    ran += run!
  }
  expect(ran).toBeGreaterThan(20)
})

test('ground gets wet where the valve is open and nowhere else, and dries when it is closed', () => {
  const now = start + 300 * dayMs + 3 * hourMs
  const valve = played('X-1')
  valve.told.set('open', 1).set('opening', 100)
  expect(deviceModels.electric_valve(valve, now + 2000, 0).flow).toBeGreaterThan(5)
  const [before, beside] = [irrigated('X-1', 1, now), irrigated('X-2', 1, now)]
  soak('X-1', 1, now)
  const after = irrigated('X-1', 1, now + 10 * minuteMs)
  expect(after - before).toBeGreaterThan(2)
  expect(irrigated('X-2', 1, now + 10 * minuteMs)).toBeLessThanOrEqual(beside)
  soak('X-1', 0, now + 10 * minuteMs)
  valve.told.set('open', 0).set('opening', 0)
  expect(deviceModels.electric_valve(valve, now + 11 * minuteMs, 0).flow).toBe(0)
  expect(irrigated('X-1', 1, now + dayMs)).toBeLessThan(after)
})

test('oxygen follows the aerator', () => {
  aerate('P-1')
  const now = start + 40 * dayMs + 10 * hourMs
  const still = stirred('P-1', now)
  stir('P-1', 3, now)
  expect([
    still < 0.01,
    stirred('P-1', now + minuteMs) < 0.5,
    stirred('P-1', now + hourMs) > 2.9,
    stirred('P-2', now + hourMs),
  ]).toEqual([true, true, true, 0])
})

test('outages lie apart and are the same each time', () => {
  const [from, to] = [start, start + 365 * dayMs]
  for (let seed = 1; seed < 43; seed++) {
    const device = { plot: seed % 2 ? 'SQ-A01' : 'SW-R01', seed, isShaky: seed === 7 }
    const outages = outagesOf(device, from, to)
    expect(outages).toEqual(outagesOf(device, from, to))
    expect(outages.length).toBeGreaterThan(0)
    for (const [i, { beganAt, endedAt }] of outages.entries())
      expect([endedAt > beganAt, beganAt > (outages[i - 1]?.endedAt ?? 0)]).toEqual([true, true])
  }
})
