import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/account/self.ts'
import { channelOf, type DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { device } from '#contract/equipment/device.ts'
import { exportDeviceHistory, soilHistory, windRose, type LayerPoint } from '#contract/equipment/history-calls.ts'
import { row, rows } from '#server/db/database.ts'
import { notFound } from '#server/db/failure.ts'
import { csvLine, csvStart } from '#server/engines/file/csv.ts'
import { keepResult } from '#server/engines/file/keep.ts'
import type { FileStore } from '#server/engines/file/store.ts'
import { historyOf } from '#server/engines/telemetry/history.ts'
import { windOf } from '#server/engines/telemetry/wind.ts'
import { channelTitle, timeTitle } from '#server/http/labels.ts'
import { serve } from '#server/http/serve.ts'
import { enqueue, type JobQueue } from '#server/jobs/queue.ts'
import { seenDevice } from './seen.ts'

const fetchRows = 5000
const layerReadings = ['temperature', 'humidity', 'conductivity'] as const

export interface Files { jobs: JobQueue; store: FileStore; filesDir: string }

/** What a device measured over a span, in the forms that its type is looked at in. */
export function deviceHistoryCalls(app: FastifyInstance, { jobs, store, filesDir }: Files): void {
  const { db } = app.platform
  serve(app, windRose, ({ id, from, to }, { read, codes }) => read(async (tx) => {
    await seenDevice(tx, id, codes)
    return windOf(tx, id, from, to)
  }))
  serve(app, soilHistory, ({ id, layer, from, to }, { read, codes }) => read(async (tx) => {
    const { deviceType } = await seenDevice(tx, id, codes)
    if (deviceType !== 'soil') throw notFound()
    const { series } = await historyOf(tx, id, { from, to, channels: layerReadings.map((name) => `${name}.${layer}`).join(',') })
    const points = new Map<string, LayerPoint>()
    for (const [at, name] of layerReadings.entries()) {
      for (const point of series[at]?.points ?? []) {
        const known = points.get(point.at) ?? { layer, humidity: null, temperature: null, conductivity: null, uploadTime: point.at }
        points.set(point.at, { ...known, [name]: point.mean })
      }
    }
    return [...points.values()].sort((a, b) => Date.parse(a.uploadTime) - Date.parse(b.uploadTime))
  }))
  serve(app, exportDeviceHistory, async ({ id, from, to }, { write, codes, actor, language }) => write(async ({ tx, audit }) => {
    const found = await seenDevice(tx, id, codes)
    const jobId = await enqueue(tx, actor.accountId, 'device-history-export', { id, from, to, language })
    await audit({ entity: device.name, recordId: id, title: String(found.name), action: 'export', after: { from, to } })
    return { jobId }
  }))

  jobs.on('device-history-export', async ({ tenant, accountId, input, progress }) => {
    const { id, from, to, language } = input as { id: number; from: string; to: string; language: Language }
    const key = `${randomUUID()}.csv`
    const path = join(filesDir, 'incoming', key)
    const file = await open(path, 'w')
    let count = 0
    let title = String(id)
    try {
      await db.read(tenant, async (tx) => {
        const { timeZone } = (await row<{ timeZone: string }>(tx, sql`select time_zone from tenant where id = ${tenant}`))!
        const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
        const found = await row<{ name: string; deviceType: string }>(tx, sql`select name, device_type from device where id = ${id}`)
        if (!found) throw notFound()
        title = found.name
        const type: DeviceType = deviceTypeNamed(found.deviceType)
        const metrics = (await rows<{ metric: string }>(tx, sql`select metric from device_latest where device_id = ${id} order by metric`)).map(({ metric }) => metric).filter((metric) => channelOf(type, metric))
        await file.write(csvStart + csvLine([timeTitle(language), ...metrics.map((metric) => channelTitle(found.deviceType, type, metric, language))]))
        const spanMs = Math.max(1, Date.parse(to) - Date.parse(from))
        await sql`declare measured no scroll cursor for select at, jsonb_object_agg(metric, value) as values from telemetry
          where device_id = ${id} and metric = any(${metrics}::text[]) and at >= ${from}::timestamptz and at < ${to}::timestamptz group by at order by at`.execute(tx)
        for (;;) {
          const part = await rows<{ at: string; values: Record<string, number> }>(tx, sql`fetch ${sql.raw(String(fetchRows))} from measured`)
          if (part.length === 0) break
          await file.write(part.map(({ at, values }) => csvLine([clock.format(new Date(at)), ...metrics.map((metric) => values[metric] ?? null)])).join(''))
          count += part.length
          await progress(Math.min(99, (100 * (Date.parse(part.at(-1)!.at) - Date.parse(from))) / spanMs))
        }
      })
    } catch (error) {
      await file.close()
      await rm(path, { force: true })
      throw error
    }
    await file.close()
    const name = `${title.replaceAll(/[\\/:*?"<>|]/g, ' ')}-${from.slice(0, 10)}.csv`
    await keepResult(db, store, { tenant, accountId, path, key, name, type: 'text/csv; charset=utf-8' })
    return { key, name, message: String(count) }
  })
}
