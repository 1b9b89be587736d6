import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { exportCollection } from '#contract/command/collection-calls.ts'
import { seesDevices } from '#contract/equipment/device-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { mostSheetRows } from '#contract/platform/platform-calls.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { unprocessable } from '#server/db/http-error.ts'
import { keepResult } from '#server/modules/file/engine/keep.ts'
import { sheetOf, sheetTypes, type SheetFormat } from '#server/modules/file/engine/sheet.ts'
import { channelTitle, timeTitle } from '#server/i18n/labels.ts'
import { serve } from '#server/http/serve.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { collector } from './collection.ts'
import { maySee } from '#server/modules/equipment/device-access.ts'
import { fileNameOf } from '#server/http/file-name.ts'
import type { Services } from '#server/services/services.ts'

interface Asked {
  id: number
  name: string
  from: string
  to: string
  format: SheetFormat
  language: Language
}
interface Gathered {
  deviceId: number
  deviceName: string
  deviceType: string
  metric: string
}

const gatheredBy = (tx: Tx, id: number) =>
  rows<Gathered>(
    tx,
    sql`select c.device_id, d.name as device_name, d.device_type, c.metric from gateway_collection c
      join device d on d.tenant_id = c.tenant_id and d.id = c.device_id
  where c.gateway_id = ${id} order by d.name, d.id, c.metric`,
  )
/** Values by the minute: devices do not measure at the same second. */
const lines = ({
  id,
  from,
  to,
}: Pick<
  Asked,
  'id' | 'from' | 'to'
>) => sql`select date_trunc('minute', t.at) as at, jsonb_object_agg(t.device_id || ' ' || t.metric,
  t.value order by t.at) as values
  from gateway_collection c join telemetry t on t.tenant_id = c.tenant_id
  and t.device_id = c.device_id and t.metric = c.metric
  where c.gateway_id = ${id} and t.at >= ${from}::timestamptz and t.at < ${to}::timestamptz
  group by 1 order by 1 limit ${mostSheetRows + 1}`

/** What a gateway gathered, as a file: a line per minute, a column per channel. */
export function collectionExport(app: Services): void {
  const { jobs, store, filesDir } = app
  const { db } = app.platform
  serve(
    app,
    exportCollection,
    ({ id, from, to, format = 'csv' }, { write, codes, actor, language }) =>
      write(async ({ tx, audit }) => {
        const { name } = await collector(tx, id, codes)
        const { count } = (await row<{ count: number }>(
          tx,
          sql`select count(*) as count from (${lines({ id, from, to })}) l`,
        ))!
        if (count > mostSheetRows) throw unprocessable('export.too_long', { most: mostSheetRows })
        const jobId = await enqueue(tx, actor.accountId, 'collection-export', {
          id,
          name,
          from,
          to,
          format,
          language,
        })
        await audit({
          entity: device.name,
          recordId: id,
          title: String(name),
          action: 'export',
          after: { from, to, format },
        })
        return { jobId }
      }),
  )

  jobs.on(
    'collection-export',
    () => seesDevices,
    async ({ tenant, accountId, input, codes, scope }) => {
      const asked = input as unknown as Asked
      const { name: title, from, format, language } = asked
      const key = `${randomUUID()}.${format}`
      const path = join(filesDir, 'incoming', key)
      const { head, body } = await db.read(
        tenant,
        async (tx) => {
          const { timeZone } = (await row<{ timeZone: string }>(
            tx,
            sql`select time_zone from tenant where id = ${tenant}`,
          ))!
          const clock = new Intl.DateTimeFormat('sv-SE', {
            timeZone,
            dateStyle: 'short',
            timeStyle: 'short',
          })
          await collector(tx, asked.id, codes)
          const channels = (await gatheredBy(tx, asked.id)).filter(({ deviceType }) =>
            maySee(codes, deviceType),
          )
          const found = await rows<{ at: string; values: Record<string, number> }>(tx, lines(asked))
          return {
            head: [
              timeTitle(language),
              ...channels.map(
                ({ deviceName, deviceType, metric }) =>
                  `${deviceName} ${channelTitle(deviceType, deviceTypeNamed(deviceType), metric, language)}`,
              ),
            ],
            body: found.map(({ at, values }) => [
              clock.format(new Date(at)),
              ...channels.map(({ deviceId, metric }) => values[`${deviceId} ${metric}`] ?? null),
            ]),
          }
        },
        scope,
      )
      await writeFile(path, await sheetOf(title, [head, ...body], format))
      const name = fileNameOf(`${title}-${from.slice(0, 10)}.${format}`)
      await keepResult(db, store, { tenant, accountId, path, key, name, type: sheetTypes[format] })
      return { key, name, message: String(body.length) }
    },
  )
}
