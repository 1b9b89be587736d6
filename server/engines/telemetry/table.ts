import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { channelOf, type DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { mostSheetRows } from '#contract/platform/platform-calls.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalid, refused } from '#server/db/failure.ts'
import { channelTitle, timeTitle } from '#server/http/labels.ts'

interface Asked { id: number; deviceType: string; from: string; to: string; channels?: string | undefined; language: Language }
type Line = (string | number | null)[]

/** What a device measured over a span, a line per time and a column per channel, under their titles. Errors: 422 above 20,000 lines and for channels that its type has not. */
export async function measuredTable(tx: Tx, { id, deviceType, from, to, channels, language }: Asked): Promise<Line[]> {
  const type: DeviceType = deviceTypeNamed(deviceType)
  const asked = channels?.split(',').filter(Boolean)
  if (asked?.some((metric) => !channelOf(type, metric))) throw invalid({ channels: { code: 'field.invalid' } })
  const known = asked ?? (await rows<{ metric: string }>(tx, sql`select metric from device_latest where device_id = ${id} order by metric`)).map(({ metric }) => metric)
  const metrics = known.filter((metric) => {
    const channel = channelOf(type, metric)
    return channel && !channel.reading.isInternal
  })
  const found = await rows<{ at: string; values: Record<string, number> }>(tx, sql`select at, jsonb_object_agg(metric, value) as values from telemetry
    where device_id = ${id} and at >= ${from}::timestamptz and at < ${to}::timestamptz and metric = any(${metrics}::text[]) group by at order by at limit ${mostSheetRows + 1}`)
  if (found.length > mostSheetRows) throw refused('export.too_long', { most: mostSheetRows })
  const { timeZone } = (await row<{ timeZone: string }>(tx, sql`select time_zone from tenant where id = furrow_tenant()`))!
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const titles = [timeTitle(language), ...metrics.map((metric) => channelTitle(deviceType, type, metric, language))]
  return [titles, ...found.map(({ at, values }) => [clock.format(new Date(at)), ...metrics.map((metric) => values[metric] ?? null)])]
}
