import { sql } from 'kysely'
import { storageName } from '#contract/entity.ts'
import type { Tx } from '#server/db/database.ts'
import { fromDatabase, unprocessable } from '#server/db/http-error.ts'
import type { Worker, Working } from '#server/jobs/queue.ts'
import type { Services } from '#server/services/services.ts'
import {
  askedOf,
  behalfOfJob,
  requireCodes,
  openImport,
  spoken,
  stepper,
  summary,
  type ImportRecord,
} from './import-record.ts'
import { storeRows } from './store.ts'
import { validateRows, type ValidatedRows } from './validate-rows.ts'

/** So many ids one event names; a list looks again in any case. */
const mostAnnounced = 200

/** What an import met when it was to be written. */
class Faulty extends Error {
  readonly weighed: ValidatedRows
  constructor(weighed: ValidatedRows) {
    super('faulty')
    this.weighed = weighed
  }
}

/** Rows that would change have changed since they were looked at. */
class Outdated extends Error {}

async function write(
  app: Services,
  job: Working,
  { kept, rules, table, columns }: ImportRecord,
  skipped: ReadonlySet<number>,
): Promise<void> {
  const { entity } = rules
  const context = await behalfOfJob(app, job)
  requireCodes(entity, kept.mode, context.codes)
  await context.write(async (inside) => {
    // Asked again: since the check somebody may have taken a code.
    const weighed = await validateRows(
      inside.tx,
      entity,
      table,
      columns,
      kept.mode,
      stepper(job, 20, 50),
    )
    const ready = weighed.ready.filter((one) => !skipped.has(one.row))
    const demand = () => {
      if (weighed.faults.some((fault) => !skipped.has(fault.row))) throw new Faulty(weighed)
    }
    demand()
    if (
      ready.some(({ current }) => current && kept.seen[current.id] !== current.objectVersionNumber)
    )
      throw new Outdated()
    if (ready.length === 0) throw unprocessable('import.nothing')
    weighed.faults.push(
      ...(await storeRows(rules, ready, columns, inside, context, stepper(job, 50, 99))),
    )
    demand()
    const count = ready.length
    const changed = ready.flatMap(({ current }) => current?.id ?? [])
    await inside.audit({
      entity: storageName(entity),
      title: kept.fileName,
      action: 'import',
      after: {
        fileName: kept.fileName,
        sha256: kept.sha256,
        count,
        ...(kept.mode === 'update' && { changed: changed.length }),
      },
    })
    await inside.announce({ resource: storageName(entity), ids: [], kind: 'created' })
    if (changed.length)
      await inside.announce({
        resource: storageName(entity),
        ids: changed.slice(0, mostAnnounced),
        kind: 'updated',
      })
    await sql`update list_import set imported = ${count} where job_id = ${kept.jobId}`.execute(
      inside.tx,
    )
    await job.finish(inside.tx, { message: String(count) })
  })
}

/**
 * All of a checked file, or its valid rows, in one transaction: all of it or nothing
 * (docs/specification.md 6.3).
 */
export const applyJob = (app: Services): Worker =>
  spoken(async (job) => {
    const { db } = app.platform
    const { importId, onlyValid } = job.input as unknown as { importId: number; onlyValid: boolean }
    const file = await openImport(app, job, importId)
    const { kept, rules, table, columns } = file
    await job.progress(20)
    try {
      await write(app, job, file, new Set(onlyValid ? kept.faultyRows : []))
      return {}
    } catch (error) {
      const isKnown = error instanceof Faulty || error instanceof Outdated
      if (!isKnown && (fromDatabase(error)?.status ?? 500) >= 500) throw error
      // Whoever was faster has committed by now: asked again, the database can name the rows.
      const again = (tx: Tx) =>
        validateRows(tx, rules.entity, table, columns, kept.mode, async () => undefined)
      const weighed =
        error instanceof Faulty
          ? error.weighed
          : await db.read(
              job.tenant,
              again,
              await app.platform.rights.scopeOf(job.tenant, job.accountId),
            )
      const { faultyRows, seen, found } = summary(weighed, file, askedOf(job).language)
      await db.write(job.tenant, (tx) =>
        sql`update list_import set found = found || ${JSON.stringify(found)}::jsonb,
          seen = ${JSON.stringify(seen)}::jsonb, faulty_rows = ${faultyRows}::integer[],
      annotated_key = null, annotated_name = null where job_id = ${importId}`.execute(tx),
      )
      throw error instanceof Outdated
        ? unprocessable('import.outdated')
        : unprocessable('import.changed', { count: found.faultCount })
    }
  })
