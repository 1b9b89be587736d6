import { sql } from 'kysely'
import type { ImportResult } from '#contract/platform/import-calls.ts'
import type { JobRow } from '#contract/platform/platform-calls.ts'
import { row, type Tx } from '#server/db/database.ts'
import { notFound } from '#server/db/http-error.ts'
import { importRow, type Found } from './import-record.ts'

type Standing = Pick<JobRow, 'state' | 'progress' | 'message'>
const standing = async (tx: Tx, id: number) =>
  (await row<Standing>(tx, sql`select state, progress, message from job where id = ${id}`))!
const nothing: Found = {
  rows: 0,
  valid: 0,
  faultCount: 0,
  faults: [],
  ignored: [],
  sameAs: null,
  added: 0,
  changed: 0,
  unchanged: 0,
  changes: [],
}

function stateOf(check: Standing, apply: Standing | null): ImportResult['state'] {
  if (check.state === 'failed') return 'refused'
  if (check.state === 'cancelled') return 'cancelled'
  if (check.state !== 'done') return 'checking'
  // An import that failed or was stopped left nothing: it stands where its check left it.
  if (!apply || apply.state === 'failed' || apply.state === 'cancelled') return 'checked'
  return apply.state === 'done' ? 'imported' : 'applying'
}

/** How an import stands, for who began it. Errors: 404 for anybody else. */
export async function resultOf(
  tx: Tx,
  id: number,
  account: number,
  tenant: number,
): Promise<ImportResult> {
  const kept = await importRow(tx, id)
  if (!kept || kept.accountId !== account) throw notFound()
  const check = await standing(tx, id)
  const apply = kept.applyJobId === null ? null : await standing(tx, kept.applyJobId)
  const state = stateOf(check, apply)
  const failed = [check, apply].find((one) => one?.state === 'failed')
  return {
    jobId: id,
    entity: kept.entity,
    fileName: kept.fileName,
    mode: kept.mode,
    state,
    progress: (state === 'applying' ? apply! : check).progress,
    message: failed?.message ?? null,
    // What was checked before files could change rows says nothing of it.
    ...nothing,
    ...(kept.found && Object.assign({ added: kept.found.valid }, kept.found)),
    annotatedUrl: kept.annotatedKey && `/hfle/v1/${tenant}/files/content/${kept.annotatedKey}`,
    annotatedName: kept.annotatedName,
    applyJobId: kept.applyJobId,
    imported: kept.imported,
  }
}
