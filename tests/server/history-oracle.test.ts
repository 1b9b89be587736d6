import { job as jobCall } from '#contract/platform/platform-calls.ts'
import { exportDeviceHistory } from '#contract/telemetry/history-calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceHistory, type DeviceHistory } from '#contract/equipment/device-calls.ts'
import { worthsAt } from '#server/modules/telemetry/engine/calculated-inputs.ts'
import { Partitions } from '#server/modules/telemetry/engine/partitions.ts'
import { trimTelemetry } from '#server/modules/telemetry/engine/retention.ts'
import { storePoints } from '#server/modules/telemetry/engine/store.ts'
import { newDevice, type Field } from './devices.ts'
import { newTenant, startApp, type Tenant, type TestApp } from './harness.ts'
import {
  type Series,
  close,
  dayMs,
  dayOf,
  expected,
  hourMs,
  kinds,
  minuteMs,
  random,
  reportMinutes,
  seriesOf,
} from './history-series.ts'

let app: TestApp
let mine: Tenant
const devices = new Map<string, Field>()
beforeAll(async () => {
  app = await startApp()
  mine = await newTenant(app)
})
afterAll(() => app.end())

async function store(all: readonly Series[]): Promise<void> {
  devices.clear()
  for (const { type } of all)
    if (!devices.has(type)) devices.set(type, await newDevice(mine.admin, type, { reportMinutes }))
  await new Partitions(app.db).need(all.flatMap(({ values }) => values.map(([at]) => at)))
  for (const { type, metric, values } of all) {
    const points = values
      .map(([at, value]) => ({ metric, at, value, clock: 0 as const }))
      .sort(() => random() - 0.5)
    for (let at = 0; at < points.length; at += 400) {
      await app.db.write(mine.id, (tx) =>
        storePoints(tx, mine.id, [
          {
            device: devices.get(type)!.id,
            points: points.slice(at, at + 400),
            problems: [],
            bytes: 0,
            text: '',
            receivedAt: 0,
          },
        ]),
      )
    }
  }
}
const history = (type: string, metric: string, from: number, to: number) =>
  mine.admin.call(deviceHistory, {
    id: devices.get(type)!.id,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    channels: metric,
  })

describe('an irregular series agrees with an oracle', () => {
  const to = dayOf(Date.now())
  const spans = { raw: 5 * hourMs, minutes: 6 * dayMs, hour: 30 * dayMs, day: 120 * dayMs }
  let all: Series[]
  beforeAll(async () => {
    all = kinds.map((kind) => seriesOf(...kind, to - 30 * dayMs, to, 40 * minuteMs))
    await store(all)
  })
  test.each(Object.entries(spans))('%s', async (step, span) => {
    for (const { type, metric, kind, values } of all) {
      const found = await history(type, metric, to - span, to)
      expect([metric, found.step]).toEqual([metric, step])
      const [{ points, summary }] = found.series as [DeviceHistory['series'][number]]
      const within =
        step === 'day' ? dayOf : (at: number) => Math.floor(at / found.stepMs) * found.stepMs
      close(summary!, expected(kind, values, to - span, to).get(0)!, [step, metric])
      if (step === 'raw') {
        expect(points.map(({ at, mean }) => [Date.parse(at), mean])).toEqual(
          values.filter(([at]) => at >= to - span),
        )
        continue
      }
      const wanted = expected(kind, values, to - span, to, within)
      expect([metric, points.length]).toEqual([metric, wanted.size])
      for (const point of points)
        close(point, wanted.get(Date.parse(point.at))!, [step, metric, point.at])
    }
  })
  test.each(['linear', 'amount', 'switch', 'bearing'])(
    'a calculation’s mean over days of what is %s weighs hours by time',
    async (kind) => {
      const { type, metric } = all.find((one) => one.kind === kind)!
      const hours = 200
      const [[worth]] = (await app.db.read(mine.id, async (tx) => [
        await worthsAt(
          tx,
          [
            {
              input: { name: 'a', kind: 'channel', over: 'mean', metric, hours },
              deviceType: type,
              devices: [devices.get(type)!.id],
              isGone: false,
            },
          ],
          [to],
          60,
        ),
      ])) as [Record<string, number>[]]
      const hourly = all
        .find((one) => one.kind === kind)!
        .values.filter(([at]) => at >= to - hours * hourMs && at < to)
      // Each hour by the time it was heard, from its values alone.
      const byHour = new Map<number, [number, number][]>()
      for (const one of hourly) {
        const at = Math.floor(one[0] / hourMs)
        byHour.set(at, [...(byHour.get(at) ?? []), one])
      }
      let [area, held, east, north] = [0, 0, 0, 0]
      for (const own of byHour.values()) {
        const heard = Math.min(hourMs, own.at(-1)![0] - own[0]![0] + 2 * reportMinutes * minuteMs)
        area += (own.reduce((sum, [, value]) => sum + value, 0) / own.length) * heard
        held += heard
        const part = (of: (radians: number) => number) =>
          (own.reduce((sum, [, value]) => sum + of((value * Math.PI) / 180), 0) / own.length) *
          heard
        east += part(Math.sin)
        north += part(Math.cos)
      }
      if (kind === 'bearing') {
        // Around north: averaged as numbers they would point south.
        const wanted = ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
        expect(Math.min(wanted, 360 - wanted)).toBeLessThan(31)
        expect(worth!.a).toBeCloseTo(wanted, 6)
        return
      }
      const mean =
        kind === 'amount'
          ? hourly.reduce((sum, [, value]) => sum + value, 0) / hourly.length
          : area / held
      expect(worth!.a).toBeCloseTo(mean, 6)
    },
  )
  test('a calculation’s mean of directions over hours, and of several devices, points where they do', async () => {
    const { type, metric, values } = all.find((one) => one.kind === 'bearing')!
    const other = await newDevice(mine.admin, type, { reportMinutes })
    const [device] = [devices.get(type)!.id]
    const at = values.at(-1)![0] + 1000
    const say = (ts: number, value: number) =>
      app.db.write(mine.id, (tx) =>
        storePoints(tx, mine.id, [
          {
            device: other.id,
            points: [{ metric, at: ts, value, clock: 0 as const }],
            problems: [],
            bytes: 0,
            text: '',
            receivedAt: 0,
          },
        ]),
      )
    await say(at - 500, 350)
    const worth = async (input: object, of: readonly number[]) =>
      (
        await app.db.read(mine.id, (tx) =>
          worthsAt(
            tx,
            [
              {
                input: { name: 'a', kind: 'base', over: 'last', metric, ...input },
                deviceType: type,
                devices: of,
                isGone: false,
              },
            ],
            [at],
            60,
          ),
        )
      )[0]!.a as number
    const hours = 24
    const inside = values.filter(([ts]) => ts > at - hours * hourMs)
    const wanted = expected('bearing', inside, at - hours * hourMs, at).get(0)!.mean
    // Here a value holds for two and a half reporting periods.
    const found = await worth({ over: 'mean', hours }, [device])
    const off = Math.abs(found - wanted!)
    expect(Math.min(off, 360 - off)).toBeLessThan(8)
    const [last] = values.at(-1)!.slice(1) as [number]
    const radians = (value: number) => (value * Math.PI) / 180
    const both = Math.atan2(
      Math.sin(radians(last)) + Math.sin(radians(350)),
      Math.cos(radians(last)) + Math.cos(radians(350)),
    )
    expect(await worth({}, [device, other.id])).toBeCloseTo(((both * 180) / Math.PI + 360) % 360, 6)
    // Opposite winds point nowhere.
    await say(at - 100, (last + 180) % 360)
    expect(await worth({}, [device, other.id])).toBeNull()
  })
  test('what a calculation adds up over days is what a meter counted', async () => {
    const { type, metric, values } = all.find(({ kind }) => kind === 'counter')!
    const hours = 200
    const [[worth]] = (await app.db.read(mine.id, async (tx) => [
      await worthsAt(
        tx,
        [
          {
            input: { name: 'a', kind: 'channel', over: 'sum', metric, hours },
            deviceType: type,
            devices: [devices.get(type)!.id],
            isGone: false,
          },
        ],
        [to],
        60,
      ),
    ])) as [Record<string, number>[]]
    const wanted = expected('counter', values, to - hours * hourMs, to).get(0)!
    expect(worth!.a).toBeCloseTo(wanted.sum!, 6)
  })
})

describe('a year of which the oldest is kept by the day, then by the hour', () => {
  const to = dayOf(Date.now())
  const from = to - 360 * dayMs
  const hoursFrom = dayOf(to - 250 * dayMs)
  let all: Series[]
  beforeAll(async () => {
    all = kinds.map((kind) => seriesOf(...kind, from, to, 6 * hourMs))
    await store(all)
    await app.db.write(mine.id, async (tx) => {
      await sql`update tenant set telemetry_months = 3 where id = furrow_tenant()`.execute(tx)
      await sql`delete from telemetry_hour where at < to_timestamp(${hoursFrom / 1000})`.execute(tx)
    })
    await trimTelemetry(app.db)
  })

  test('has all of it on the curve: extremes, sums, and directions', async () => {
    for (const { type, metric, kind, values } of all) {
      const { step, series } = await history(type, metric, from, to)
      const [{ points, summary }] = series as [DeviceHistory['series'][number]]
      const wanted = expected(kind, values, from, to, dayOf)
      const whole = expected(kind, values, from, to).get(0)!
      expect([metric, step, points.length]).toEqual([metric, 'day', wanted.size])
      expect([metric, summary!.count, summary!.min, summary!.max]).toEqual([
        metric,
        whole.count,
        whole.min,
        whole.max,
      ])
      if (kind === 'amount' || kind === 'counter') expect(summary!.sum).toBeCloseTo(whole.sum!, 6)
      for (const { at, count, min, max, mean, sum } of points) {
        const day = wanted.get(Date.parse(at))!
        expect([metric, at, count, min, max]).toEqual([metric, at, day.count, day.min, day.max])
        if (kind === 'counter') expect(sum, `${metric} ${at}`).toBeCloseTo(day.sum!, 6)
        // Far from south, which degrees would give.
        if (kind === 'bearing') expect(Math.min(mean, 360 - mean)).toBeLessThan(31)
      }
    }
  })

  const rowsOf = new Map<string, number[]>()
  test.each(['csv', 'xlsx'] as const)(
    'has all of it in its %s file, each moment once, and says what a row is',
    async (format) => {
      for (const type of new Set(all.map((one) => one.type))) {
        const { jobId } = await mine.admin.call(exportDeviceHistory, {
          id: devices.get(type)!.id,
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
          format,
        })
        await app.jobs.work()
        const job = await mine.admin.call(jobCall, { id: jobId })
        const sent = await mine.admin.send(`GET ${job.resultUrl as `/${string}`}`)
        rowsOf.set(type, [...(rowsOf.get(type) ?? []), Number(job.message)])
        if (format === 'xlsx') {
          expect([
            sent.rawPayload.subarray(0, 2).toString(),
            new Set(rowsOf.get(type)).size,
          ]).toEqual(['PK', 1])
          continue
        }
        const [head, ...lines] = sent.body
          .replace('\uFEFF', '')
          .trim()
          .split('\r\n')
          .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
        const order =
          type === 'gateway_weather'
            ? ['airTemperature', 'windDirection', 'rainfall']
            : ['energy', 'on']
        expect(head!.length).toBe(2 + order.length)
        expect(lines.length).toBe(Number(job.message))
        const at = ([text]: string[]) => Date.parse(`${text!.replace(' ', 'T')}+08:00`)
        expect(new Set(lines.map((line) => line[1]))).toEqual(
          new Set([
            '上报值',
            ...['每小时', '每日'].flatMap((step) =>
              ['平均', '最低', '最高', '合计'].map((figure) => step + figure),
            ),
          ]),
        )
        // Times never go back: days, then hours, then values.
        for (const [i, line] of lines.entries())
          expect(i === 0 || at(line) >= at(lines[i - 1]!)).toBe(true)
        for (const { metric, kind, values } of all.filter((one) => one.type === type)) {
          const column = 2 + order.indexOf(metric)
          const cells = lines
            .filter((line) => line[column] !== '')
            .map((line) => ({ at: at(line), kind: line[1]!, value: Number(line[column]) }))
          expect([metric, new Set(cells.map((cell) => dayOf(cell.at))).size]).toEqual([
            metric,
            new Set(values.map(([time]) => dayOf(time))).size,
          ])
          const rawFrom = cells.find((cell) => cell.kind === '上报值')!.at
          expect(cells.filter((cell) => cell.kind === '上报值').map(({ value }) => value)).toEqual(
            values
              .filter(([time]) => Math.floor(time / 1000) * 1000 >= rawFrom)
              .map(([, value]) => value),
          )
          for (const [step, within, begin, end] of [
            ['每日', dayOf, from, hoursFrom],
            ['每小时', (time: number) => Math.floor(time / hourMs) * hourMs, hoursFrom, rawFrom],
          ] as const) {
            const part = values.filter(([time]) => time >= begin && time < end)
            for (const cell of cells.filter((one) => one.kind.startsWith(step))) {
              const own = part
                .filter(([time]) => within(time) === cell.at)
                .map(([, value]) => value)
              const angle = (turn: (radians: number) => number) =>
                own.reduce((total, value) => total + turn((value * Math.PI) / 180), 0)
              const wanted: Record<string, number> = {
                平均:
                  kind === 'bearing'
                    ? ((Math.atan2(angle(Math.sin), angle(Math.cos)) * 180) / Math.PI + 360) % 360
                    : own.reduce((total, value) => total + value, 0) / own.length,
                最低: Math.min(...own),
                最高: Math.max(...own),
                合计: own.reduce((total, value) => total + value, 0),
              }
              // A meter's total is what it counted on since the value before, which may lie in the
              // bucket before.
              const before = values.findLast(([time]) => time < cell.at)?.[1] ?? own[0]!
              const stood = [before, ...own]
              if (kind === 'counter')
                wanted.合计 = stood
                  .slice(1)
                  .reduce(
                    (total, value, i) => total + (value < stood[i]! ? value : value - stood[i]!),
                    0,
                  )
              const off = Math.abs(cell.value - wanted[cell.kind.replace(step, '')]!)
              expect(
                kind === 'bearing' ? Math.min(off, 360 - off) : off,
                `${metric} ${cell.kind} ${cell.at}`,
              ).toBeLessThan(1e-6)
            }
          }
          if (kind === 'amount')
            expect(cells.reduce((total, { value }) => total + value, 0)).toBeCloseTo(
              values.reduce((total, [, value]) => total + value, 0),
              6,
            )
        }
      }
    },
  )
})
