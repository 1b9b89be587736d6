import { sql } from 'kysely'
import type { Call } from '#contract/call.ts'
import {
  exportStockReport,
  mostReportDays,
  reportColumns,
  stockReports,
  type StockReport,
} from '#contract/inventory/report-calls.ts'
import { mostSheetRows } from '#contract/platform/platform-calls.ts'
import { asPage, pageOf } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, unprocessable } from '#server/db/http-error.ts'
import { serve } from '#server/http/serve.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Services } from '#server/services/services.ts'
import { reportFile } from './report-file.ts'
import { readingOrder, reportQueries, reportTotals, type Asked } from './report-queries.ts'

const dayMs = 86_400_000
/** A time that ends before it begins, or takes no end, is answered at the field. */
function requireSpan({ from, to }: Asked): void {
  if (!from || !to) return
  const days = (Date.parse(to) - Date.parse(from)) / dayMs
  if (days < 0) throw invalidFields({ to: { code: 'report.span' } })
  if (days > mostReportDays)
    throw invalidFields({ from: { code: 'report.too_long', params: { max: mostReportDays } } })
}
interface Paged extends Asked {
  page?: number
  size?: number
}

/** One page of a report, and what all its lines add up to. */
async function lookUp(tx: Tx, report: StockReport, { page: number, size, ...asked }: Paged) {
  const page = pageOf({ page: String(number ?? 1), size: String(size ?? 10) })
  const lines = reportQueries[report](asked)
  const content = await rows<Record<string, unknown>>(
    tx,
    sql`select * from (${lines}) r ${readingOrder} limit ${page.size} offset ${page.offset}`,
  )
  const { count, ...totals } = (await row<Record<string, number>>(
    tx,
    sql`select count(*) as count, ${reportTotals[report]} from (${lines}) r`,
  ))!
  return { ...asPage(content, count!, page), totals }
}

/** What the ledger adds up to: in and out, age, turnover; on screen and as files. */
export function serveReports(app: Services): void {
  for (const report of Object.keys(stockReports) as StockReport[]) {
    serve(app, stockReports[report] as Call, async (input, { read }) => {
      const asked = input as Paged
      requireSpan(asked)
      return read((tx) => lookUp(tx, report, asked))
    })
  }
  serve(
    app,
    exportStockReport,
    async ({ report, format, ...asked }, { write, actor, language }) => {
      const missing = (report === 'ageing' ? (['on'] as const) : (['from', 'to'] as const)).find(
        (name) => !asked[name],
      )
      if (missing) throw invalidFields({ [missing]: { code: 'field.required' } })
      requireSpan(asked)
      return write(async ({ tx, audit }) => {
        const { count } = (await row<{ count: number }>(
          tx,
          sql`select count(*) as count from (${reportQueries[report](asked)} limit ${mostSheetRows + 1}) r`,
        ))!
        if (format === 'xlsx' && count > mostSheetRows)
          throw unprocessable('export.too_long', { most: mostSheetRows })
        const jobId = await enqueue(tx, actor.accountId, 'stock-report-export', {
          report,
          format,
          asked,
          language,
        })
        await audit({
          entity: 'stockReport',
          title: report,
          action: 'export',
          after: { format, columns: [...reportColumns[report]], ...asked },
        })
        return { jobId }
      })
    },
  )
  reportFile(app)
}
