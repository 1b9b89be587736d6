import { sql } from 'kysely'
import { channelOf, type DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import {
  channelOfKey,
  exploreFile,
  exploreHistory,
  type DeviceBrief,
  type Explored,
} from '#contract/telemetry/explore-calls.ts'
import type { Language } from '#contract/account/self.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { sheetOf, sheetTypes } from '#server/modules/file/engine/sheet.ts'
import {
  correlationsOf,
  exploreOf,
  weightOf,
  type ExploredChannel,
} from '#server/modules/telemetry/engine/explore.ts'
import { calculatedWords } from '#server/modules/telemetry/engine/calculated-words.ts'
import { FileAnswer } from '#server/http/file-answer.ts'
import { fileNameOf } from '#server/http/file-name.ts'
import { channelTitle, rowKind, timeTitle } from '#server/i18n/labels.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { maySee } from '#server/modules/equipment/device-access.ts'

type Found = Omit<DeviceBrief, 'standing' | 'calculated'> & { deviceType: string }

/**
 * Devices as whoever asks may see them now. What they may not is told apart from what is deleted,
 * and neither has a name.
 */
export async function briefsOf(
  tx: Tx,
  ids: readonly number[],
  codes: ReadonlySet<string>,
): Promise<DeviceBrief[]> {
  const found = new Map(
    (
      await rows<Found>(
        tx,
        sql`select d.id, d.name, d.device_type, a.area_name, d.online, d.last_seen_at,
          d.report_minutes from device d join area a on a.tenant_id = d.tenant_id and a.id = d.area_id
    where d.id = any(${[...ids]}::bigint[])`,
      )
    ).map((one) => [one.id, one]),
  )
  const lacking = ids.filter((id) => !found.has(id))
  const gone = new Set(
    lacking.length === 0
      ? []
      : (await rows<{ id: number }>(tx, sql`select furrow_gone(${lacking}::bigint[]) as id`)).map(
          ({ id }) => id,
        ),
  )
  const calculated = await calculatedWords(tx, [...found.keys()])
  return ids.map((id) => {
    const one = found.get(id)
    if (one && maySee(codes, one.deviceType))
      return {
        ...one,
        standing: 'shown',
        calculated: calculated.flatMap(({ deviceId, ...words }) =>
          deviceId === id ? [words] : [],
        ),
      }
    return {
      id,
      standing: gone.has(id) ? 'gone' : 'hidden',
      name: null,
      deviceType: null,
      areaName: null,
      online: 0,
      lastSeenAt: null,
      reportMinutes: null,
      calculated: [],
    }
  })
}
/** Those of these channels whose device is seen, and that its type has. */
export const openChannels = (
  keys: readonly string[],
  devices: readonly DeviceBrief[],
): ExploredChannel[] =>
  keys.map(channelOfKey).flatMap(({ deviceId, metric }) => {
    const device = devices.find(({ id }) => id === deviceId)
    return device?.deviceType && channelOf(deviceTypeNamed(device.deviceType), metric)
      ? [{ deviceId, deviceType: device.deviceType, metric }]
      : []
  })

interface Asked {
  channels: string
  from: string
  to: string
  years?: number | undefined
}
/** What a person may see of these channels; the rest is told by where its device is. */
export async function explore(
  tx: Tx,
  { channels: asked, from, to, years }: Asked,
  codes: ReadonlySet<string>,
): Promise<{ channels: ExploredChannel[]; answer: Explored }> {
  const keys = [...new Set(asked.split(','))]
  const devices = await briefsOf(
    tx,
    [...new Set(keys.map((key) => channelOfKey(key).deviceId))],
    codes,
  )
  const channels = openChannels(keys, devices)
  const found = await exploreOf(tx, channels, from, to, years)
  return { channels, answer: { ...found, devices, correlations: correlationsOf(channels, found) } }
}

/**
 * A line per bucket of the span, a column per channel and year; amounts by their sums, all others
 * by their means.
 */
async function linesOf(
  tx: Tx,
  { channels, answer }: Awaited<ReturnType<typeof explore>>,
  asked: Asked,
  language: Language,
): Promise<(string | number | null)[][]> {
  const { timeZone } = (await row<{ timeZone: string }>(
    tx,
    sql`select time_zone from tenant where id = furrow_tenant()`,
  ))!
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const lines = new Map<number, (number | null)[]>()
  const titles = answer.series.map(({ deviceId, metric, yearsBack, from }, column) => {
    const { deviceType } = channels.find(
      (one) => one.deviceId === deviceId && one.metric === metric,
    )!
    const type: DeviceType = deviceTypeNamed(deviceType)
    const weight = weightOf(channelOf(type, metric)?.reading) ?? 'mean'
    for (const point of answer.series[column]!.points) {
      // What lies years back stands beside what it is compared with.
      const at = Date.parse(point.at) - Date.parse(from) + Date.parse(asked.from)
      const line = lines.get(at) ?? answer.series.map(() => null)
      line[column] = point[weight]
      lines.set(at, line)
    }
    const device = answer.devices.find(({ id }) => id === deviceId)!
    const words = device.calculated.find((one) => one.metric === metric)
    const name = `${device.name} ${channelTitle(deviceType, type, metric, language, words)}`
    const kind =
      answer.step === 'hour' || answer.step === 'day'
        ? ` ${rowKind(answer.step, weight, language)}`
        : ''
    return `${name}${kind}${yearsBack > 0 ? ` ${clock.format(new Date(from)).slice(0, 10)}` : ''}`
  })
  return [
    [timeTitle(language), ...titles],
    ...[...lines]
      .sort(([a], [b]) => a - b)
      .map(([at, values]) => [clock.format(new Date(at)), ...values]),
  ]
}

/** Channels of any devices that somebody may see, beside each other. */
export function exploring(app: Services): void {
  serve(app, exploreHistory, (asked, { read, codes }) =>
    read(async (tx) => (await explore(tx, asked, codes)).answer),
  )
  serve(app, exploreFile, ({ format, ...asked }, { read, codes, language }) =>
    read(async (tx) => {
      const lines = await linesOf(tx, await explore(tx, asked, codes), asked, language)
      const name = `${asked.from.slice(0, 10)}-${asked.to.slice(0, 10)}`
      return new FileAnswer(
        fileNameOf(`${name}.${format}`),
        sheetTypes[format],
        await sheetOf(name, lines, format),
      )
    }),
  )
}
