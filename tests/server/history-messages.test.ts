import { expect, test } from 'vitest'
import { deviceHistory, type HistoryPoint } from '#contract/equipment/device-calls.ts'
import { newDevice } from './devices.ts'
import { oneFarm } from './ground.ts'
import { seeAll } from './harness.ts'

const { app, mine } = await oneFarm()
const [secondMs, hourMs] = [1000, 3_600_000]
const dayMs = 24 * hourMs
const spanDays = 9
const reportMinutes = 30
const holdMs = 2 * reportMinutes * 60 * secondMs
/** The tenant's days begin on China's clock. */
const startOf = { hour: (at: number) => at - (at % hourMs), day: (at: number) => dayOf(at) }
const dayOf = (at: number) => at - ((at + 8 * hourMs) % dayMs)

let seed = Number(process.env.FURROW_SEED ?? 7)
const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
const upTo = (most: number) => Math.floor(random() * most)
const shuffled = <T>(all: readonly T[]) =>
  all
    .map((one) => [random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one)

type Values = Record<string, number>
interface Report {
  ts: number
  values: Values
}
const to = dayOf(Date.now())
const from = to - spanDays * dayMs

/** What a station said, in whole seconds: at times each minute, at times not for a day. */
function reports(): Report[] {
  const all: Report[] = []
  for (let ts = from + upTo(3600) * secondMs; ts < to;) {
    const values: Values = { airTemperature: Math.round(random() * 400) / 10 }
    if (random() < 0.7) values.rainfall = random() < 0.6 ? 0 : Math.round(random() * 50) / 10
    all.push({ ts, values })
    const minutes = random() < 0.03 ? 60 + upTo(1400) : random() < 0.4 ? 1 : 5 + upTo(60)
    ts += (minutes * 60 + upTo(50)) * secondMs
  }
  return all
}
/** One to nine reports a message, whatever their order; every third message is said again later. */
function messages(all: readonly Report[]): Report[][] {
  const left = shuffled(all)
  const sent: Report[][] = []
  while (left.length > 0) sent.push(left.splice(0, 1 + upTo(9)))
  const again = sent.filter(() => random() < 0.34).map((message) => [...message].reverse())
  // A part of one message with a part of another, and one value that says otherwise than before.
  const mixed = again
    .slice(1)
    .map((message, at) => [
      ...message.slice(0, 2),
      ...again[at]!.slice(-2),
      { ts: message[0]!.ts, values: { airTemperature: 39.9 } },
    ])
  return [...sent, ...shuffled([...again, ...mixed])]
}

interface Expected {
  count: number
  min: number
  max: number
  sum: number
  mean: number
}
/** Second by second: what a channel said last holds until it says something else, and no longer. */
function expected(
  all: readonly Report[],
  metric: string,
  step: 'hour' | 'day',
): Map<number, Expected> {
  const own = all
    .filter(({ values }) => values[metric] !== undefined)
    .map(({ ts, values }): [number, number] => [ts, values[metric]!])
  const buckets = new Map<number, Expected & { held: number; area: number }>()
  const bucket = (at: number) => {
    const key = startOf[step](at)
    const known = buckets.get(key)
    if (known) return known
    const made = { count: 0, min: Infinity, max: -Infinity, sum: 0, mean: 0, held: 0, area: 0 }
    buckets.set(key, made)
    return made
  }
  for (const [at, value] of own) {
    const it = bucket(at)
    it.count++
    it.sum += value
    it.min = Math.min(it.min, value)
    it.max = Math.max(it.max, value)
  }
  let next = 0
  let said: [number, number] | null = null
  for (let at = from; at < to; at += secondMs) {
    while (next < own.length && own[next]![0] <= at) said = own[next++]!
    if (!said || at >= said[0] + holdMs) continue
    const it = bucket(at)
    it.held++
    it.area += said[1]
  }
  for (const it of buckets.values())
    it.mean = metric === 'rainfall' ? it.sum / it.count : it.area / it.held
  return new Map([...buckets].filter(([, { count }]) => count > 0))
}

test('hours and days of messages that came in any order, and twice, are those of what was said', async () => {
  const device = await newDevice(mine.admin, 'gateway_weather', { reportMinutes })
  const all = reports()
  const sent = messages(all)
  expect(sent.flat().length).toBeGreaterThan(all.length * 1.3)
  for (const message of sent) {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/ingest/v1/telemetry',
      headers: {
        authorization: `Basic ${Buffer.from(`${device.key}:${device.secret}`).toString('base64')}`,
      },
      payload: message.length === 1 ? message[0]! : message,
    })
    expect(answer.statusCode).toBe(200)
  }
  const pointsOf = async (metric: string, step: 'hour' | 'day') => {
    const found = await mine.admin.call(deviceHistory, {
      id: device.id,
      // Of more than a quarter the curve is by days.
      from: new Date(step === 'day' ? from - 100 * dayMs : from).toISOString(),
      to: new Date(to).toISOString(),
      channels: metric,
    })
    expect([metric, found.step]).toEqual([metric, step])
    return found.series[0]!.points
  }
  const compare = (
    points: readonly HistoryPoint[],
    wanted: ReadonlyMap<number, Expected>,
    names: readonly (keyof Expected)[],
  ) => {
    expect(points.map(({ at }) => Date.parse(at))).toEqual([...wanted.keys()].sort((a, b) => a - b))
    for (const point of points)
      for (const name of names)
        expect(point[name], `${point.at} ${name}`).toBeCloseTo(
          wanted.get(Date.parse(point.at))![name],
          6,
        )
  }
  const both = ['airTemperature', 'rainfall'] as const
  for (const metric of both)
    for (const step of ['hour', 'day'] as const)
      compare(await pointsOf(metric, step), expected(all, metric, step), [
        'count',
        'min',
        'max',
        'sum',
        'mean',
      ])
  // What was counted on arrival says the same without the values.
  const everything = await seeAll(app)
  await everything.query('delete from telemetry_report where device_id = $1', [device.id])
  await everything.end()
  for (const metric of both)
    for (const step of ['hour', 'day'] as const)
      compare(await pointsOf(metric, step), expected(all, metric, step), [
        'count',
        'min',
        'max',
        'sum',
      ])
}, 120_000)
