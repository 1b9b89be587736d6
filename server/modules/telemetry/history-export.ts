import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '#contract/account/self.ts'
import { device } from '#contract/equipment/device.ts'
import { seesDevices } from '#contract/equipment/device-calls.ts'
import { exportDeviceHistory } from '#contract/telemetry/history-calls.ts'
import { mostSheetRows } from '#contract/platform/platform-calls.ts'
import { unprocessable } from '#server/db/http-error.ts'
import { keepResult } from '#server/modules/file/engine/keep.ts'
import { measuredOf } from '#server/modules/telemetry/engine/table.ts'
import {
  tableTypes,
  tableWriter,
  type TableFormat,
  type TableWriter,
} from '#server/modules/file/engine/table.ts'
import { serve } from '#server/http/serve.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { seenDevice } from '#server/modules/equipment/device-access.ts'
import { fileNameOf } from '#server/http/file-name.ts'
import type { Services } from '#server/services/services.ts'

interface Asked {
  id: number
  from: string
  to: string
  format: TableFormat
  channels: string | null
  language: Language
}

/**
 * What a device measured, as a file: a line per time, a column per channel; hours and days where
 * values are kept no longer.
 */
export function deviceHistoryExport(app: Services): void {
  const { jobs, store, filesDir } = app
  const { db } = app.platform
  serve(
    app,
    exportDeviceHistory,
    async ({ id, from, to, format = 'csv', channels }, { write, codes, actor, language }) =>
      write(async ({ tx, audit }) => {
        const found = await seenDevice(tx, id, codes)
        const asked: Asked = { id, from, to, format, channels: channels ?? null, language }
        const table = await measuredOf(
          tx,
          { ...asked, deviceType: String(found.deviceType) },
          format === 'xlsx',
        )
        if (format === 'xlsx' && table.lines > mostSheetRows)
          throw unprocessable('export.too_long', { most: mostSheetRows })
        const jobId = await enqueue(tx, actor.accountId, 'device-history-export', { ...asked })
        await audit({
          entity: device.name,
          recordId: id,
          title: String(found.name),
          action: 'export',
          after: { from, to, format, channels: asked.channels },
        })
        return { jobId }
      }),
  )

  jobs.on(
    'device-history-export',
    () => seesDevices,
    async ({ tenant, accountId, input, codes, scope, progress }) => {
      const asked = input as unknown as Asked
      const { id, from, to, format } = asked
      const key = `${randomUUID()}.${format}`
      const path = join(filesDir, 'incoming', key)
      let file: TableWriter | null = null
      let count = 0
      let title = String(id)
      try {
        await db.read(
          tenant,
          async (tx) => {
            const found = (await seenDevice(tx, id, codes)) as unknown as {
              name: string
              deviceType: string
            }
            title = found.name
            const table = await measuredOf(
              tx,
              { ...asked, deviceType: found.deviceType },
              format === 'xlsx',
            )
            file = await tableWriter(path, format, title, table.titles)
            const spanMs = Math.max(1, Date.parse(to) - Date.parse(from))
            await table.each(async (lines, upTo) => {
              await file!.add(lines)
              count += lines.length
              await progress(Math.max(0, Math.min(99, (100 * (upTo - Date.parse(from))) / spanMs)))
            })
          },
          scope,
        )
        await (file as TableWriter | null)?.close()
      } catch (error) {
        await (file as TableWriter | null)?.drop()
        await rm(path, { force: true })
        throw error
      }
      const name = fileNameOf(`${title}-${from.slice(0, 10)}.${format}`)
      await keepResult(db, store, { tenant, accountId, path, key, name, type: tableTypes[format] })
      return { key, name, message: String(count) }
    },
  )
}
