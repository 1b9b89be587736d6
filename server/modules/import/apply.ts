import { sql } from 'kysely'
import { keptAs, type Codes } from '#contract/entity.ts'
import type { Tx } from '#server/db/database.ts'
import { fromDatabase, Refusal, refused } from '#server/db/failure.ts'
import type { Worker, Working } from '#server/jobs/queue.ts'
import { askedOf, behalfOfJob, opened, spoken, stepper, summary, type Desk, type Opened } from './opened.ts'
import { storeRows } from './store.ts'
import { weigh, type Weighed } from './weigh.ts'

/** What an import met when it was to be written. */
class Faulty extends Error {
  readonly weighed: Weighed
  constructor(weighed: Weighed) {
    super('faulty')
    this.weighed = weighed
  }
}

async function write(desk: Desk, job: Working, { kept, rules, table, columns }: Opened, skipped: ReadonlySet<number>): Promise<void> {
  const { entity } = rules
  const context = await behalfOfJob(desk.app, job)
  const needed = [(entity.permissions as Codes).create!].flat()
  if (!needed.some((code) => context.codes.has(code))) throw new Refusal(403, 'error.permission.mismatch')
  await context.write(async (inside) => {
    // Asked again: since the check somebody may have taken a code.
    const weighed = await weigh(inside.tx, entity, table, columns, stepper(job, 20, 50))
    const ready = weighed.ready.filter((one) => !skipped.has(one.row))
    const demand = () => {
      if (weighed.faults.some((fault) => !skipped.has(fault.row))) throw new Faulty(weighed)
    }
    demand()
    if (ready.length === 0) throw refused('import.nothing')
    weighed.faults.push(...(await storeRows(rules, ready, columns, inside, context, stepper(job, 50, 99))))
    demand()
    const count = ready.length
    await inside.audit({ entity: keptAs(entity), title: kept.fileName, action: 'import', after: { fileName: kept.fileName, sha256: kept.sha256, count } })
    await inside.announce({ resource: keptAs(entity), ids: [], kind: 'created' })
    await sql`update list_import set imported = ${count} where job_id = ${kept.jobId}`.execute(inside.tx)
    await job.finish(inside.tx, { message: String(count) })
  })
}

/** All of a checked file, or its valid rows, in one transaction: all of it or nothing (quality I3). */
export const applyJob = (desk: Desk): Worker => spoken(async (job) => {
  const { db } = desk.app.platform
  const { importId, onlyValid } = job.input as unknown as { importId: number; onlyValid: boolean }
  const file = await opened(desk, job, importId)
  const { kept, rules, table, columns } = file
  await job.progress(20)
  try {
    await write(desk, job, file, new Set(onlyValid ? kept.faultyRows : []))
    return {}
  } catch (error) {
    const isTaken = !(error instanceof Faulty) && (fromDatabase(error)?.status ?? 500) < 500
    if (!isTaken && !(error instanceof Faulty)) throw error
    // Whoever was faster has committed by now: asked again, the database can name the rows.
    const again = (tx: Tx) => weigh(tx, rules.entity, table, columns, async () => undefined)
    const { faultyRows, ...counts } = summary(error instanceof Faulty ? error.weighed : await db.read(job.tenant, again, await desk.app.platform.rights.scopeOf(job.tenant, job.accountId)), askedOf(job).language)
    await db.write(job.tenant, (tx) => sql`update list_import set found = found || ${JSON.stringify(counts)}::jsonb, faulty_rows = ${faultyRows}::integer[],
      annotated_key = null, annotated_name = null where job_id = ${importId}`.execute(tx))
    throw refused('import.changed', { count: counts.faultCount })
  }
})
