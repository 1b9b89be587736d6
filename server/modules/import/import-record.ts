import { join } from 'node:path'
import { sql } from 'kysely'
import type { Codes, Entity } from '#contract/entity.ts'
import type { Language } from '#contract/account/self.ts'
import { seenAs } from '#contract/seen.ts'
import {
  mostChangesTold,
  mostFaultsTold,
  type ImportMode,
  type ImportResult,
} from '#contract/platform/import-calls.ts'
import { row, type Sql, type Tx } from '#server/db/database.ts'
import { noteFault } from '#server/db/parts.ts'
import { fromDatabase, HttpError, unprocessable } from '#server/db/http-error.ts'
import { actorNow, type Actor } from '#server/http/actor.ts'
import { behalfOf, type Caller, type OnBehalf } from '#server/http/context.ts'
import type { Rules } from '#server/http/crud.ts'
import { cellOf, clockOf } from '#server/http/list-cell.ts'
import { sentence } from '#server/i18n/texts.ts'
import { Cancelled, Interrupted, Told, type Worker, type Working } from '#server/jobs/queue.ts'
import type { Services } from '#server/services/services.ts'
import { columnsOf, placeColumns, type Column } from './columns.ts'
import { textOf } from './cells.ts'
import { readStored, reasonOf } from './files.ts'
import type { Cell } from './read.ts'
import type { ValidatedRows } from './validate-rows.ts'

/** Who asked, as a job keeps it. */
export interface ImportRequest {
  actor: Actor
  caller: Caller
  language: Language
}
export type Found = Pick<
  ImportResult,
  | 'rows'
  | 'valid'
  | 'faultCount'
  | 'faults'
  | 'ignored'
  | 'sameAs'
  | 'added'
  | 'changed'
  | 'unchanged'
  | 'changes'
>
interface ImportRow {
  mode: ImportMode
  /** Versions of the rows that would change, as the check saw them. */
  seen: Readonly<Record<string, number>>
  jobId: number
  accountId: number
  entity: string
  fileKey: string
  fileName: string
  sha256: string
  found: Found | null
  faultyRows: number[]
  annotatedKey: string | null
  annotatedName: string | null
  applyJobId: number | null
  imported: number | null
}

export const importRow = (tx: Tx, id: number, lock: Sql = sql``) =>
  row<ImportRow>(
    tx,
    sql`select job_id, account_id, entity, mode, seen, file_key, file_name, sha256, found,
      faulty_rows, annotated_key, annotated_name, apply_job_id, imported
    from list_import where job_id = ${id} ${lock}`,
  )

export const askedOf = (job: Working) => job.input as unknown as ImportRequest

/** Everything a handler knows, of who started the job. */
export async function behalfOfJob({ platform }: Services, job: Working): Promise<OnBehalf> {
  const { actor: asked, caller, language } = askedOf(job)
  // As they stand now: what was taken from them since they asked is gone for the job too.
  const actor = await actorNow(platform.db, asked)
  if (!actor) throw new HttpError(403, 'error.permission.mismatch')
  const { codes, scope } = await platform.rights.of(actor)
  actor.scope = scope
  return {
    ...behalfOf(platform, caller, language, job.tenant, actor, async () => undefined),
    actor,
    codes,
  }
}

/**
 * Whoever may create one may import many; to change those that are there takes the right to edit as
 * well. Errors: 403.
 */
export function requireCodes(
  { permissions }: Entity,
  mode: ImportMode,
  codes: ReadonlySet<string>,
): void {
  for (const action of mode === 'update' ? ['create', 'edit'] : ['create']) {
    const needed = [(permissions as Codes)[action] ?? []].flat()
    if (!needed.some((code) => codes.has(code)))
      throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: needed } })
  }
}

/** A job's failure is read by who waits for it: a sentence in their language. */
export const spoken =
  (worker: Worker): Worker =>
  (job) =>
    worker(job).catch((error: unknown) => {
      const refusal = error instanceof HttpError ? error : fromDatabase(error)
      if (error instanceof Cancelled || error instanceof Interrupted) throw error
      if (!refusal) noteFault(`job ${job.id} (import)`, error)
      throw new Told(
        sentence(refusal?.code ?? 'error.error', askedOf(job).language, refusal?.params),
      )
    })

/** Writes progress down when a whole percent is full. */
export function stepper(job: Working, from: number, to: number): (share: number) => Promise<void> {
  let told = -1
  return async (share) => {
    const percent = Math.floor(from + share * (to - from))
    if (percent === told) return
    told = percent
    await job.progress(percent)
  }
}

export interface ImportRecord {
  kept: ImportRow
  rules: Rules
  table: Cell[][]
  columns: Column[]
  ignored: string[]
  /** The clock of the tenant, as tables show it. */
  clock: Intl.DateTimeFormat
}
/**
 * The file of an import, read and its columns found. Errors: refuses what is no table of this
 * entity.
 */
export async function openImport(app: Services, job: Working, id: number): Promise<ImportRecord> {
  const { language } = askedOf(job)
  const { kept, zone } = await app.platform.db.read(job.tenant, async (tx) => ({
    kept: (await importRow(tx, id))!,
    zone: (await row<{ timeZone: string }>(
      tx,
      sql`select time_zone from tenant where id = ${job.tenant}`,
    ))!.timeZone,
  }))
  const rules = app.rules.get(kept.entity)!
  const table = await readStored(
    app.store,
    join(app.filesDir, 'incoming'),
    job.tenant,
    kept.fileKey,
  )
  if (table.length < 2) throw unprocessable('import.empty')
  // What somebody is not told they cannot write either: such a column means nothing here.
  const columns = columnsOf(seenAs(rules.entity, job.codes), language, zone)
  const ignored = placeColumns(rules.entity, columns, table[0]!, kept.mode)
  return { kept, rules, table, columns, ignored, clock: clockOf(zone) }
}

/** The cells that would change, of the first rows: what stands there, and what would. */
function changesOf(
  { ready }: ValidatedRows,
  faulty: ReadonlySet<number>,
  { rules: { entity }, table, columns, clock }: ImportRecord,
  language: Language,
): Found['changes'] {
  const changes: Found['changes'] = []
  for (const { row, current, values } of ready) {
    if (changes.length >= mostChangesTold) break
    if (!current || faulty.has(row)) continue
    for (const { name, title, at } of columns.filter((column) => column.name in values)) {
      changes.push({
        row,
        column: title,
        before: String(cellOf(entity, name, current, language, clock) ?? '').slice(0, 200),
        after: textOf(table[row - 1]![at]).slice(0, 200),
      })
    }
  }
  return changes.slice(0, mostChangesTold)
}
/** What was found, as it is kept and told. */
export function summary(
  weighed: ValidatedRows,
  file: ImportRecord,
  language: Language,
): {
  found: Omit<Found, 'ignored' | 'sameAs'>
  faultyRows: number[]
  seen: Record<string, number>
} {
  const { rows, faults, ready, unchanged } = weighed
  const faulty = new Set(faults.map((fault) => fault.row))
  const first = [...faults]
    .sort((a, b) => a.row - b.row || (a.column?.at ?? 0) - (b.column?.at ?? 0))
    .slice(0, mostFaultsTold)
  const sound = ready.filter(({ row }) => !faulty.has(row))
  const changed = sound.flatMap(({ current }) => current ?? [])
  return {
    faultyRows: [...faulty],
    seen: Object.fromEntries(
      changed.map(({ id, objectVersionNumber }) => [id, objectVersionNumber]),
    ),
    found: {
      rows,
      valid: rows - faulty.size,
      faultCount: faults.length,
      added: sound.length - changed.length,
      changed: changed.length,
      unchanged,
      changes: changesOf(weighed, faulty, file, language),
      faults: first.map((fault) => ({
        row: fault.row,
        column: fault.column?.title ?? '',
        value: fault.value.slice(0, 200),
        reason: reasonOf(fault, language),
      })),
    },
  }
}
