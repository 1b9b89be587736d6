import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { row } from '#server/db/database.ts'
import { unprocessable } from '#server/db/http-error.ts'
import { keepResult } from '#server/modules/file/engine/keep.ts'
import type { OnBehalf } from '#server/http/context.ts'
import type { Worker, Working } from '#server/jobs/queue.ts'
import type { Services } from '#server/services/services.ts'
import { annotate, annotatedName, sheetType } from './files.ts'
import {
  askedOf,
  behalfOfJob,
  openImport,
  spoken,
  stepper,
  summary,
  type Found,
  type ImportRecord,
} from './import-record.ts'
import { asksOnEdit, isParticular, storeRows } from './store.ts'
import { validateRows, type Fault, type ValidatedRows } from './validate-rows.ts'
import { WorkerLost } from './worker.ts'

/** Rolls a trial back. */
class Undo extends Error {}
type Step = (share: number) => Promise<void>

/** Rules that only a write can ask are asked by writing, and all of it is taken back. */
async function tryOut(
  context: OnBehalf,
  { kept, rules, table, columns }: ImportRecord,
  weighing: Step,
  storing: Step,
): Promise<ValidatedRows> {
  let weighed: ValidatedRows | undefined
  const trial = context.write(async (write) => {
    const found = await validateRows(write.tx, rules.entity, table, columns, kept.mode, weighing)
    found.faults.push(...(await storeRows(rules, found.ready, columns, write, context, storing)))
    weighed = found
    throw new Undo()
  })
  await trial.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
  return weighed!
}

/**
 * The annotated rows as a private file of who asked; null when there is too much of them to be
 * given back.
 */
async function keepAnnotated(
  app: Services,
  job: Working,
  name: string,
  file: ImportRecord,
  faults: Fault[],
): Promise<string | null> {
  const key = `${randomUUID()}.xlsx`
  const path = join(app.filesDir, 'incoming', key)
  try {
    await annotate(path, file, faults, askedOf(job).language)
    await keepResult(app.db, app.store, {
      tenant: job.tenant,
      accountId: job.accountId,
      path,
      key,
      name,
      type: sheetType,
    })
    return key
  } catch (error) {
    if (error instanceof WorkerLost) return null
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

/** Looks at a file as if it were imported, and writes nothing (docs/specification.md 6.2). */
export const checkJob = (app: Services): Worker =>
  spoken(async (job) => {
    const { db } = app.platform
    const { language } = askedOf(job)
    const file = await openImport(app, job, job.id)
    const { kept, rules, table, columns, ignored } = file
    const isTried =
      isParticular(rules) ||
      (kept.mode === 'update' && asksOnEdit(rules)) ||
      columns.some(({ field, at }) => field.kind === 'lines' && at >= 0)
    await job.progress(20)
    const weighed = isTried
      ? await tryOut(await behalfOfJob(app, job), file, stepper(job, 20, 50), stepper(job, 50, 80))
      : await db.read(
          job.tenant,
          (tx) => validateRows(tx, rules.entity, table, columns, kept.mode, stepper(job, 20, 80)),
          await app.platform.rights.scopeOf(job.tenant, job.accountId),
        )
    if (weighed.rows === 0) throw unprocessable('import.empty')
    await job.progress(80)
    const { faultyRows, seen, found: counts } = summary(weighed, file, language)
    const name = annotatedName(kept.fileName, language)
    const annotated = weighed.faults.length
      ? await keepAnnotated(app, job, name, file, weighed.faults)
      : null
    await db.write(job.tenant, async (tx) => {
      const sameAs = await row<NonNullable<Found['sameAs']>>(
        tx,
        sql`select real_name, at, (after->>'count')::int as count from audit
      where entity = ${kept.entity} and action = 'import' and after->>'sha256' = ${kept.sha256}
      order by id desc limit 1`,
      )
      const found: Found = { ...counts, ignored, sameAs }
      await sql`update list_import set found = ${JSON.stringify(found)}::jsonb,
        seen = ${JSON.stringify(seen)}::jsonb, faulty_rows = ${faultyRows}::integer[], annotated_key = ${annotated},
      annotated_name = ${annotated && name} where job_id = ${job.id}`.execute(tx)
      await job.finish(tx, { message: String(weighed.rows) })
    })
    return {}
  })
