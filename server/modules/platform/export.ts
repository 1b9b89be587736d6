import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { entities } from '#contract/domains.ts'
import type { Entity } from '#contract/entity.ts'
import type { Field } from '#contract/field.ts'
import { hiddenOf, seen, seenAs } from '#contract/seen.ts'
import { exportList, mostSheetRows } from '#contract/platform/platform-calls.ts'
import { allRows, type Query, type Row } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { inSlices } from '#server/db/spending.ts'
import { invalidFields, notFound, HttpError, unprocessable } from '#server/db/http-error.ts'
import { keepResult } from '#server/modules/file/engine/keep.ts'
import { tableTypes, tableWriter, type TableWriter } from '#server/modules/file/engine/table.ts'
import { columnTitle, entityName, lineTitle } from '#server/i18n/labels.ts'
import { cellOf, clockOf } from '#server/http/list-cell.ts'
import { serve } from '#server/http/serve.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Services } from '#server/services/services.ts'
import { refNames } from './ref-names.ts'
import { unitsInEnglish } from './unit-names.ts'

const fetchRows = 2000

const countOf = async (tx: Tx, entity: Entity, query: Query, most?: number) =>
  (await row<{ count: number }>(
    tx,
    sql`select count(*) as count from (${allRows(entity, query)} ${most ? sql`limit ${most}` : sql``}) c`,
  ))!.count

/** How a spreadsheet writes what a field holds. */
const formatOf = ({ kind, scale = 0 }: Field) =>
  kind === 'money'
    ? '#,##0.00'
    : kind === 'decimal'
      ? `#,##0.${'#'.repeat(Math.max(scale, 1))}`
      : null

const listing = (entity: Entity) => [entity.permissions.list ?? []].flat()
/** Errors: 403 for whoever may not list it. */
function requireListing(entity: Entity, codes: ReadonlySet<string>): void {
  const needed = listing(entity)
  if (!needed.some((code) => codes.has(code)))
    throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: needed } })
}

/**
 * Exports of lists: what is filtered, the chosen columns, in the words of who asked
 * (docs/specification.md 6.5).
 */
export function serveExport(app: Services): void {
  const { jobs, store, filesDir } = app
  const { db } = app.platform
  serve(
    app,
    exportList,
    async (
      { entity: wanted, format, columns, query, again = false },
      { write, actor, codes, language },
    ) => {
      const whole = entities.find(({ name }) => name === wanted)
      if (!whole) throw notFound()
      requireListing(whole, codes)
      const hidden = columns.find((name) => hiddenOf(whole.fields, codes).includes(name))
      if (hidden)
        throw new HttpError(403, 'error.permission.mismatch', {
          extra: { missing: [whole.fields[hidden]!.seenBy!] },
        })
      const entity = seenAs(whole, codes)
      if (columns.some((name) => !Object.hasOwn(entity.fields, name)))
        throw invalidFields({ columns: { code: 'field.invalid' } })
      return write(async ({ tx, audit }) => {
        if (
          format === 'xlsx' &&
          (await countOf(tx, entity, query, mostSheetRows + 1)) > mostSheetRows
        )
          throw unprocessable('export.too_long', { most: mostSheetRows })
        const jobId = await enqueue(tx, actor.accountId, 'list-export', {
          entity: wanted,
          format,
          columns,
          query,
          language,
          again,
        })
        await audit({ entity: wanted, action: 'export', after: { format, columns, query } })
        return { jobId }
      })
    },
  )

  const entityOf = (wanted: unknown) => entities.find(({ name }) => name === wanted)!
  jobs.on(
    'list-export',
    ({ entity }) => listing(entityOf(entity)),
    async ({ tenant, accountId, input, codes, scope, progress }) => {
      const {
        entity: wanted,
        format,
        columns,
        query,
        language,
        again,
      } = input as {
        entity: string
        format: 'csv' | 'xlsx'
        columns: string[]
        query: Record<string, string>
        language: Language
        again?: boolean
      }
      const whole = entityOf(wanted)
      // Asked again: the right may have gone since.
      const entity = seenAs(whole, codes)
      const told = app.rules.get(entity.name)?.hooks.told
      const key = `${randomUUID()}.${format}`
      const path = join(filesDir, 'incoming', key)
      const titles = columns.map((name) => {
        const title = columnTitle(whole, name, language)
        const { typed, columns: parts } = whole.fields[name]!
        // What is read back is found by its bare title.
        return typed && parts && !again
          ? `${title} (${Object.keys(parts)
              .map((part) => lineTitle(whole, name, part, language))
              .join(' | ')})`
          : title
      })
      let count = 0
      let file: TableWriter | null = null
      try {
        file = await tableWriter(
          path,
          format,
          entityName(entity, language),
          titles,
          columns.map((name) => formatOf(whole.fields[name]!)),
        )
        const { add } = file
        await db.read(
          tenant,
          async (tx) => {
            const { timeZone } = (await row<{ timeZone: string }>(
              tx,
              sql`select time_zone from tenant where id = ${tenant}`,
            ))!
            const clock = clockOf(timeZone)
            const names = again ? refNames(whole, columns) : null
            const inWords =
              again || language !== 'en-US'
                ? (line: Row) => line
                : await unitsInEnglish(tx, whole, columns)
            const total = await countOf(tx, entity, query)
            // One cursor sees one state of the list, however long it takes and whoever writes
            // meanwhile.
            await sql`declare exported no scroll cursor for ${allRows(entity, query)}`.execute(tx)
            for (;;) {
              const part = await rows<Row>(
                tx,
                sql`fetch ${sql.raw(String(fetchRows))} from exported`,
              )
              if (part.length === 0 || (format === 'xlsx' && count >= mostSheetRows)) break
              await names?.learn(tx, part)
              await add(
                await inSlices(part, (line) => {
                  const shown = seen(whole, told?.(line, codes) ?? line, codes)
                  return columns.map(
                    (name) =>
                      names?.of(name, shown) ??
                      cellOf(whole, name, inWords(shown as Row), language, clock),
                  )
                }),
              )
              count += part.length
              await progress(Math.min(99, (100 * count) / Math.max(total, 1)))
            }
          },
          scope,
          accountId,
        )
        await file.close()
      } catch (error) {
        await file?.drop()
        await rm(path, { force: true })
        throw error
      }
      const name = `${entityName(entity, language)}-${new Date().toISOString().slice(0, 10)}.${format}`
      await keepResult(db, store, { tenant, accountId, path, key, name, type: tableTypes[format] })
      return { key, name, message: String(count) }
    },
  )
}
