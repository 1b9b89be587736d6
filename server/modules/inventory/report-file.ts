import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { codesOf } from '#contract/call.ts'
import type { Language } from '#contract/account/self.ts'
import { costCode } from '#contract/inventory/cost.ts'
import type { NamedPack } from '#contract/inventory/product-unit.ts'
import {
  exportStockReport,
  reportColumns,
  reportValues,
  reportWord,
  type StockReport,
} from '#contract/inventory/report-calls.ts'
import { row, rows } from '#server/db/database.ts'
import { keepResult } from '#server/modules/file/engine/keep.ts'
import {
  tableTypes,
  tableWriter,
  type Cell,
  type TableFormat,
} from '#server/modules/file/engine/table.ts'
import { inventoryText } from '#server/i18n/texts.ts'
import type { Services } from '#server/services/services.ts'
import { readingOrder, reportQueries, type Asked } from './report-queries.ts'

interface Wanted {
  report: StockReport
  format: TableFormat
  asked: Asked
  language: Language
}
const fetchRows = 2000

type Line = Record<string, Cell> & { packs?: unknown }
function cellOf(line: Line, name: string, language: Language): Cell {
  const isEnglish = language === 'en-US'
  if (name === 'purpose') return inventoryText(language, `report.purposes.${String(line[name])}`)
  if (name === 'unitName') return (isEnglish && line.unitEnName) || (line.unitName ?? null)
  if (name === 'packs')
    return (
      (line.packs as unknown as NamedPack[])
        .map(
          ({ unitIdName, enName, quantity }) =>
            `${quantity} ${(isEnglish && enName) || unitIdName}`,
        )
        .join(' · ') || null
    )
  return line[name] ?? null
}

/** Sums of money to the fen; quantities with as many decimals as they have. */
const formatOf = (name: string) =>
  name === 'value' || name.endsWith('Value') ? '#,##0.00' : '#,##0.###'

/** Writes a report down, as it stands at one moment, under the words of who asked. */
export function reportFile(app: Services): void {
  const { jobs, store, filesDir } = app
  const { db } = app.platform
  jobs.on(
    'stock-report-export',
    () => codesOf(exportStockReport),
    async ({ tenant, accountId, input, codes, scope, progress }) => {
      const { report, format, asked, language } = input as unknown as Wanted
      const columns: readonly string[] = reportColumns[report].filter(
        (name) => codes.has(costCode) || !(reportValues as readonly string[]).includes(name),
      )
      const title = inventoryText(language, `report.tabs.${report}`)
      const key = `${randomUUID()}.${format}`
      const path = join(filesDir, 'incoming', key)
      let count = 0
      try {
        const file = await tableWriter(
          path,
          format,
          title,
          columns.map((name) =>
            inventoryText(language, `report.columns.${reportWord(report, name)}`),
          ),
          columns.map(formatOf),
        )
        try {
          await db.read(
            tenant,
            async (tx) => {
              const lines = sql`select * from (${reportQueries[report](asked)}) r ${readingOrder}`
              const { total } = (await row<{ total: number }>(
                tx,
                sql`select count(*) as total from (${lines}) c`,
              ))!
              await sql`declare reported no scroll cursor for ${lines}`.execute(tx)
              for (;;) {
                const part = await rows<Line>(
                  tx,
                  sql`fetch ${sql.raw(String(fetchRows))} from reported`,
                )
                if (part.length === 0) break
                await file.add(
                  part.map((line) => columns.map((name) => cellOf(line, name, language))),
                )
                count += part.length
                await progress(Math.min(99, (100 * count) / Math.max(total, 1)))
              }
            },
            scope,
          )
          await file.close()
        } catch (error) {
          await file.drop()
          throw error
        }
        const span = report === 'ageing' ? asked.on : `${asked.from}–${asked.to}`
        const name = `${title}-${span}.${format}`
        await keepResult(db, store, {
          tenant,
          accountId,
          path,
          key,
          name,
          type: tableTypes[format],
        })
        return { key, name, message: String(count) }
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
  )
}
