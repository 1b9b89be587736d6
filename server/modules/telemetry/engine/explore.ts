import { sql } from 'kysely'
import {
  channelKey,
  type Explored,
  type ExploredSeries,
} from '#contract/telemetry/explore-calls.ts'
import { mostChannels, type DeviceHistory } from '#contract/equipment/device-calls.ts'
import { row, type Tx } from '#server/db/database.ts'
import { readingAt } from './figures.ts'
import { historyOf } from './history.ts'

export interface ExploredChannel {
  deviceId: number
  deviceType: string
  metric: string
}
type Step = DeviceHistory['step']
const coarseness: readonly Step[] = ['raw', 'minutes', 'hour', 'day']

interface Part {
  deviceId: number
  yearsBack: number
  from: string
  to: string
  metrics: string[]
}
/**
 * What is asked of each device at once: its channels over the span, and over that of each earlier
 * year by the tenant's calendar.
 */
async function partsOf(
  tx: Tx,
  channels: readonly ExploredChannel[],
  from: string,
  to: string,
  years: number,
): Promise<Part[]> {
  const { spans } = (await row<{ spans: { from: string; to: string }[] }>(
    tx,
    sql`select json_agg(json_build_object(
      'from', (${from}::timestamptz at time zone n.time_zone - make_interval(years => back)) at time zone n.time_zone, 'to', (${to}::timestamptz at time zone n.time_zone - make_interval(years => back)) at time zone n.time_zone) order by back) as spans
    from tenant n, generate_series(0, ${years}::int) back where n.id = furrow_tenant()`,
  ))!
  const ids = [...new Set(channels.map(({ deviceId }) => deviceId))]
  const groups = ids.flatMap((deviceId) => {
    const metrics = channels.filter((one) => one.deviceId === deviceId).map(({ metric }) => metric)
    return Array.from({ length: Math.ceil(metrics.length / mostChannels) }, (_, at) => ({
      deviceId,
      metrics: metrics.slice(at * mostChannels, (at + 1) * mostChannels),
    }))
  })
  return spans.flatMap((span, yearsBack) =>
    groups.map((group) => ({
      ...group,
      yearsBack,
      from: new Date(span.from).toISOString(),
      to: new Date(span.to).toISOString(),
    })),
  )
}

/**
 * Channels of several devices over one span and the same of earlier years, all in the same buckets:
 * as fine as the coarsest of them.
 */
export async function exploreOf(
  tx: Tx,
  channels: readonly ExploredChannel[],
  from: string,
  to: string,
  years = 0,
): Promise<Pick<Explored, 'step' | 'stepMs' | 'series'>> {
  const parts = await partsOf(tx, channels, from, to, years)
  const ask = async (atLeast?: Exclude<Step, 'raw'>) => {
    const found: DeviceHistory[] = []
    for (const part of parts)
      found.push(
        await historyOf(tx, part.deviceId, {
          from: part.from,
          to: part.to,
          channels: part.metrics.join(','),
          ...(atLeast && { atLeast }),
        }),
      )
    return found
  }
  const isCommon = parts.length > 1
  let found = await ask(isCommon ? 'minutes' : undefined)
  for (const at of coarseness.slice(2)) {
    const coarsest = Math.max(...found.map(({ step }) => coarseness.indexOf(step)))
    if (
      coarseness.indexOf(at) > coarsest ||
      found.every(({ step, stepMs }) => step === found[0]!.step && stepMs === found[0]!.stepMs)
    )
      break
    found = await ask(coarseness[coarsest] as Exclude<Step, 'raw'>)
  }
  const all = parts.flatMap((part, i) =>
    found[i]!.series.map((one): ExploredSeries => ({
      deviceId: part.deviceId,
      yearsBack: part.yearsBack,
      from: part.from,
      ...one,
    })),
  )
  const orderOf = ({ deviceId, metric }: { deviceId: number; metric: string }) =>
    channels.findIndex((one) => one.deviceId === deviceId && one.metric === metric)
  return {
    step: found[0]?.step ?? 'raw',
    stepMs: found[0]?.stepMs ?? 0,
    series: all.sort((a, b) => a.yearsBack - b.yearsBack || orderOf(a) - orderOf(b)),
  }
}

/**
 * What a bucket of a channel counts with: an amount's sum, any other's mean. A direction is no
 * number to compare.
 */
export const weightOf = (reading: ReturnType<typeof readingAt>) =>
  reading?.isBearing ? null : reading?.isAmount ? ('sum' as const) : ('mean' as const)

/** Pearson's r; null where fewer than three meet, or one of the two never changes. */
export function pearson(pairs: readonly (readonly [number, number])[]): number | null {
  const n = pairs.length
  if (n < 3) return null
  const mean = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / n
  const [mx, my] = [mean(0), mean(1)]
  let [xx, yy, xy] = [0, 0, 0]
  for (const [x, y] of pairs) {
    xx += (x - mx) ** 2
    yy += (y - my) ** 2
    xy += (x - mx) * (y - my)
  }
  // What differs by the last bit of its numbers alone does not change.
  const never = 1e-20 * n
  return xx <= never * Math.max(1, mx * mx) || yy <= never * Math.max(1, my * my)
    ? null
    : Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)))
}

/**
 * How each two channels of the span itself go together, bucket by bucket. Raw values share no
 * times.
 */
export function correlationsOf(
  channels: readonly ExploredChannel[],
  { step, series }: Pick<Explored, 'step' | 'series'>,
): Explored['correlations'] {
  const values = channels.flatMap(({ deviceId, deviceType, metric }) => {
    const weight = weightOf(readingAt(deviceType, metric))
    const own = series.find(
      (one) => one.yearsBack === 0 && one.deviceId === deviceId && one.metric === metric,
    )
    return weight && own
      ? [
          {
            key: channelKey(deviceId, metric),
            at: new Map(
              own.points.flatMap((point) =>
                point[weight] === null ? [] : [[Date.parse(point.at), point[weight]] as const],
              ),
            ),
          },
        ]
      : []
  })
  if (step === 'raw' && new Set(channels.map(({ deviceId }) => deviceId)).size > 1) return []
  return values.flatMap((a, i) =>
    values.slice(i + 1).map((b) => {
      const pairs = [...a.at].flatMap(([at, x]) =>
        b.at.has(at) ? [[x, b.at.get(at)!] as const] : [],
      )
      return { a: a.key, b: b.key, n: pairs.length, r: pearson(pairs) }
    }),
  )
}
