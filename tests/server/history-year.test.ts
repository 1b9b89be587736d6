import { job as jobCall } from '#contract/platform/platform-calls.ts'
import { exportDeviceHistory } from '#contract/telemetry/history-calls.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type DeviceHistory } from '#contract/equipment/device-calls.ts'
import { trimTelemetry } from '#server/modules/telemetry/engine/retention.ts'
import { download } from './harness.ts'
import { app, devices, history, mine, store } from './history-ground.ts'
import { type Series, dayMs, dayOf, expected, hourMs, kinds, seriesOf } from './history-series.ts'

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
        const sent = await download(mine.admin, job.resultUrl)
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
