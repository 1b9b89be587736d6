import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/account/self.ts'
import { channelOf, type DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { device } from '#contract/equipment/device.ts'
import { seesDevices } from '#contract/equipment/device-calls.ts'
import { exportDeviceHistory } from '#contract/equipment/history-calls.ts'
import { mostSheetRows } from '#contract/platform/platform-calls.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { inSlices } from '#server/db/spending.ts'
import { invalid, refused } from '#server/db/failure.ts'
import { keepResult } from '#server/engines/file/keep.ts'
import type { FileStore } from '#server/engines/file/store.ts'
import { tableTypes, tableWriter, type TableFormat, type TableWriter } from '#server/engines/file/table.ts'
import { channelTitle, timeTitle } from '#server/http/labels.ts'
import { serve } from '#server/http/serve.ts'
import { enqueue, type JobQueue } from '#server/jobs/queue.ts'
import { seenDevice } from './seen.ts'
import { fileNameOf } from '#server/http/file-name.ts'

const fetchRows = 5000

export interface Files { jobs: JobQueue; store: FileStore; filesDir: string }
interface Asked { id: number; from: string; to: string; format: TableFormat; channels: string[] | null; language: Language }

const within = ({ id, from, to }: Asked) => sql`device_id = ${id} and at >= ${from}::timestamptz and at < ${to}::timestamptz`
/** The channels that are asked for, or all that the device ever spoke of. */
async function metricsOf(tx: Tx, type: DeviceType, { id, channels }: Asked): Promise<string[]> {
  const known = channels ?? (await rows<{ metric: string }>(tx, sql`select metric from device_latest where device_id = ${id} order by metric`)).map(({ metric }) => metric)
  return known.filter((metric) => {
    const channel = channelOf(type, metric)
    return channel && !channel.reading.isInternal
  })
}

/** What a device measured, as a file: a line per time, a column per channel. */
export function deviceHistoryExport(app: FastifyInstance, { jobs, store, filesDir }: Files): void {
  const { db } = app.platform
  serve(app, exportDeviceHistory, async ({ id, from, to, format = 'csv', channels }, { write, codes, actor, language }) => write(async ({ tx, audit }) => {
    const found = await seenDevice(tx, id, codes)
    const asked: Asked = { id, from, to, format, channels: channels?.split(',').filter(Boolean) ?? null, language }
    const type: DeviceType = deviceTypeNamed(String(found.deviceType))
    if (asked.channels?.some((metric) => !channelOf(type, metric))) throw invalid({ channels: { code: 'field.invalid' } })
    if (format === 'xlsx') {
      const metrics = await metricsOf(tx, type, asked)
      const times = await row<{ count: number }>(tx, sql`select count(*) as count from (select distinct at from telemetry where ${within(asked)} and metric = any(${metrics}::text[]) limit ${mostSheetRows + 1}) t`)
      if (times!.count > mostSheetRows) throw refused('export.too_long', { most: mostSheetRows })
    }
    const jobId = await enqueue(tx, actor.accountId, 'device-history-export', { ...asked })
    await audit({ entity: device.name, recordId: id, title: String(found.name), action: 'export', after: { from, to, format, channels: asked.channels } })
    return { jobId }
  }))

  jobs.on('device-history-export', () => seesDevices, async ({ tenant, accountId, input, codes, scope, progress }) => {
    const asked = input as unknown as Asked
    const { id, from, to, format, language } = asked
    const key = `${randomUUID()}.${format}`
    const path = join(filesDir, 'incoming', key)
    let file: TableWriter | null = null
    let count = 0
    let title = String(id)
    try {
      await db.read(tenant, async (tx) => {
        const { timeZone } = (await row<{ timeZone: string }>(tx, sql`select time_zone from tenant where id = ${tenant}`))!
        const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
        const found = (await seenDevice(tx, id, codes)) as unknown as { name: string; deviceType: string }
        title = found.name
        const type: DeviceType = deviceTypeNamed(found.deviceType)
        const metrics = await metricsOf(tx, type, asked)
        const titles = [timeTitle(language), ...metrics.map((metric) => channelTitle(found.deviceType, type, metric, language))]
        file = await tableWriter(path, format, title, titles)
        const spanMs = Math.max(1, Date.parse(to) - Date.parse(from))
        await sql`declare measured no scroll cursor for select at, jsonb_object_agg(metric, value) as values from telemetry
          where ${within(asked)} and metric = any(${metrics}::text[]) group by at order by at`.execute(tx)
        for (;;) {
          const part = await rows<{ at: string; values: Record<string, number> }>(tx, sql`fetch ${sql.raw(String(fetchRows))} from measured`)
          if (part.length === 0) break
          await file.add(await inSlices(part, ({ at, values }) => [clock.format(new Date(at)), ...metrics.map((metric) => values[metric] ?? null)]))
          count += part.length
          await progress(Math.min(99, (100 * (Date.parse(part.at(-1)!.at) - Date.parse(from))) / spanMs))
        }
      }, scope)
      await (file as TableWriter | null)?.close()
    } catch (error) {
      await (file as TableWriter | null)?.drop()
      await rm(path, { force: true })
      throw error
    }
    const name = fileNameOf(`${title}-${from.slice(0, 10)}.${format}`)
    await keepResult(db, store, { tenant, accountId, path, key, name, type: tableTypes[format] })
    return { key, name, message: String(count) }
  })
}
