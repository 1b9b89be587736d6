import { beforeAll, describe, expect, test } from 'vitest'
import { type DeviceHistory } from '#contract/equipment/device-calls.ts'
import { worthsAt } from '#server/modules/telemetry/engine/calculated-inputs.ts'
import { storePoints } from '#server/modules/telemetry/engine/store.ts'
import { newDevice } from './devices.ts'
import { app, devices, history, mine, store } from './history-ground.ts'
import {
  type Series,
  close,
  dayMs,
  dayOf,
  expected,
  hourMs,
  kinds,
  minuteMs,
  reportMinutes,
  seriesOf,
} from './history-series.ts'

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
