import { expect, test } from 'vitest'
import { electricValve } from '#contract/devices/electric-valve.ts'
import { soil } from '#contract/devices/soil.ts'
import type { DeviceHistory } from '#contract/equipment/device-calls.ts'
import { ageOf, isStale } from '#src/features/equipment/age.ts'
import { reportedText } from '#src/features/equipment/reading-words.ts'
import type { DeviceBrief } from '#contract/telemetry/explore-calls.ts'
import { drawnOf } from '#src/features/telemetry/channel-series.ts'
import { collectedItems, collectedText } from '#src/pages/equipment/device-data/collected-items.ts'
import { exampleValues, publishLine } from '#src/pages/equipment/device-data/command-line.ts'
import { gatewayWeather } from '#contract/devices/gateway-weather.ts'
import {
  barsOf,
  curveOf,
  domainOf,
  extremesOf,
  isNamedUnder,
  lonely,
} from '#src/features/telemetry/series.ts'

const start = Date.parse('2026-11-20T00:00:00Z')
const point = (minutes: number, mean: number, min = mean, max = mean, count = 1) => ({
  at: new Date(start + minutes * 60_000).toISOString(),
  mean,
  min,
  max,
  sum: mean * count,
  count,
})
const history = (
  points: DeviceHistory['series'][number]['points'],
  summary: DeviceHistory['series'][number]['summary'] = null,
): DeviceHistory => ({
  step: 'minutes',
  stepMs: 300_000,
  series: [{ metric: 'humidity.1', points, summary }],
})

test('a silence is a hole in the curve', () => {
  const curve = curveOf(history([point(0, 1), point(5, 2), point(60, 3)]), 600_000, () => 'a')
  expect(curve.map(({ value }) => value)).toEqual([1, 2, null, 3])
  expect(curve.every(({ at }, i) => i === 0 || at > curve[i - 1]!.at)).toBe(true)
})
test('a bucket shows its extremes and stands in its middle; amounts are bars, added up over a quarter of an hour at least', () => {
  const one = history([point(0, 2, -7, 40, 10), point(5, 1), point(20, 3)])
  expect(curveOf(one, 1, () => 'a')[0]).toMatchObject({
    value: 2,
    low: -7,
    high: 40,
    at: new Date(start + 150_000),
  })
  // What held since the bucket before may lie outside what came in it.
  expect(curveOf(history([point(0, 9, 1, 2)]), 1, () => 'a')).toMatchObject([
    { value: 9, low: 1, high: 9 },
  ])
  const at = (minutes: number) => new Date(start + minutes * 60_000)
  expect(barsOf(one, () => 'a')).toEqual([
    { series: 'a', from: at(0), until: at(15), value: 21 },
    { series: 'a', from: at(15), until: at(30), value: 3 },
  ])
})
test('beside other channels amounts are bars too, in the years before as well', () => {
  const device: DeviceBrief = {
    id: 1,
    name: '站',
    deviceType: 'gateway_weather',
    reportMinutes: 30,
    calculated: [],
  } as never
  const of = (metric: string, yearsBack = 0, from = new Date(start).toISOString()) => ({
    deviceId: 1,
    metric,
    yearsBack,
    from,
    points: [{ ...point(0, 2), at: from }],
    summary: null,
  })
  const lastYear = new Date(Date.parse('2025-11-20T00:00:00Z')).toISOString()
  const drawn = drawnOf(
    (key) => key,
    [of('rainfall'), of('rainfall', 1, lastYear), of('airTemperature')],
    [device],
    new Date(start).toISOString(),
    3_600_000,
  )
  expect(
    drawn.map(({ bars }) => bars.map(({ from, until, value }) => [+from, +until, value])),
  ).toEqual([[[start, start + 3_600_000, 2]], [[start, start + 3_600_000, 2]], []])
})
test('an axis shows so much at least that noise stays small, and goes nowhere where a sensor cannot', () => {
  const { airTemperature, airHumidity, windDirection } = gatewayWeather.readings
  const [low, high] = domainOf([21.1, 21.2], airTemperature)
  expect([low <= 21.1, high >= 21.2, high - low]).toEqual([true, true, expect.closeTo(5)])
  expect(domainOf([0, 0.1], airHumidity)).toEqual([0, 10])
  expect(domainOf([99.9, 100], airHumidity)).toEqual([90, 100])
  expect(domainOf([-5, 30], airTemperature)).toEqual([-5, 30])
  expect(domainOf([1], windDirection)).toEqual([0, 360])
})
test('the name of a level stands where no other level runs through it', () => {
  const levels = [35, 34]
  expect(levels.map((one) => isNamedUnder(one, levels, [20, 45]))).toEqual([false, true])
  expect(levels.map((one) => isNamedUnder(one, levels, [33, 36]))).toEqual([false, false])
})
test('a value with nothing beside it is a dot', () => {
  const curve = curveOf(history([point(0, 1), point(5, 2), point(60, 3)]), 600_000, () => 'a')
  expect(lonely(curve).map(({ value }) => value)).toEqual([3])
})
test('what a span came to is the server’s word; without values there is none', () => {
  const summary = { min: 0, max: 50, mean: 17.5, sum: 70, count: 4 }
  expect(extremesOf(history([point(0, 10)], summary), () => 'a')).toEqual([
    { series: 'a', ...summary },
  ])
  expect(extremesOf(history([]), () => 'a')).toEqual([])
})
test('an age is in words and never negative', () => {
  const age = (seconds: number, language = 'en-US') =>
    ageOf(new Date(start).toISOString(), start + seconds * 1000, language)
  expect([age(0), age(59), age(60), age(7200), age(-50), age(3, 'zh-CN')]).toEqual([
    '0 sec. ago',
    '59 sec. ago',
    '1 min. ago',
    '2 hr. ago',
    '0 sec. ago',
    '3秒前',
  ])
  const stale = (seconds: number, device: object) =>
    isStale(new Date(start).toISOString(), start + seconds * 1000, device)
  expect([
    stale(91, { reportMinutes: 0 }),
    stale(91, { reportMinutes: 5, online: 1 }),
    stale(91, {}),
  ]).toEqual([true, false, false])
  // Of a device that is gone nothing is as it stands, however young.
  expect(stale(1, { reportMinutes: 5, online: 0 })).toBe(true)
})
test('the line to try a device with is one that its type takes', () => {
  expect(exampleValues(soil)).toEqual({
    'temperature.1': 18.5,
    'humidity.1': 24,
    'conductivity.1': 0.03,
  })
  // Whoever tries it on a device in use switches nothing on and raises no alarm.
  expect(exampleValues(electricValve).open).toBe(0)
  const line = publishLine({ host: 'farm.example.com', port: 1883, key: 'd-x', secret: null }, soil)
  expect(line).toBe(
    `mosquitto_pub -h farm.example.com -p 1883 -i d-x -u d-x -P "$SECRET" -q 1 -t v1/devices/me/telemetry -m '{"values":{"temperature.1":18.5,"humidity.1":24,"conductivity.1":0.03}}'`,
  )
})
test('what adds up is said of today, of the last hour and of 24 hours; of anything else the value', () => {
  const t = (key: string, of: Record<string, unknown> = {}) =>
    [key.split('.').at(-1), ...Object.values(of)].join(' ')
  const at = new Date(start).toISOString()
  expect(
    reportedText(t, 'gateway_weather', {
      metric: 'rainfall',
      value: 0,
      at,
      hour: 0.4,
      today: 3.2,
      day: 5,
    }),
  ).toEqual({ label: 'ofToday rainfall', value: '3.2 mm', lately: 'amounts 0.4 mm 5.0 mm' })
  expect(
    reportedText(t, 'gateway_weather', { metric: 'airTemperature', value: 21.5, at }),
  ).toMatchObject({ value: '21.5 °C', lately: null })
})

test('what is worked out stands last and is called as people call it; rain is that of today', () => {
  const said = (key: string, options?: Record<string, unknown>) =>
    options ? `${key} ${Object.values(options).join(' ')}` : key
  const at = new Date(start).toISOString()
  const items = collectedItems(gatewayWeather, [
    { metric: 'calcVpd.1', value: 0.38, at },
    { metric: 'rainfall', value: 0, at, hour: 1, today: 2, day: 3 },
    { metric: 'airTemperature', value: 16.4, at },
  ])
  expect(items.map(({ metric }) => metric)).toEqual(['airTemperature', 'rainfall', 'calcVpd.1'])
  const text = (index: number, given: Parameters<typeof collectedText>[3] = {}) =>
    collectedText(said, 'gateway_weather', items[index]!, given)
  expect(text(2, { calculated: { name: 'VPD of the house', unit: null } })).toEqual({
    label: 'VPD of the house',
    value: '0.38 kPa',
    lately: null,
  })
  expect(text(1)).toMatchObject({
    label: expect.stringContaining('ofToday') as string,
    value: '2.0 mm',
    lately: expect.stringContaining('1.0 mm') as string,
  })
})
