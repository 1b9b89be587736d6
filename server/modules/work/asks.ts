import { sql } from 'kysely'
import {
  answerFault,
  checkFault,
  type AskFault,
  type Check,
  type OwnAnswer,
} from '#contract/work/task-asks.ts'
import type { TaskReport } from '#contract/work/task-calls.ts'
import { row, type Sql, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'
import type { TaskRow } from './task-row.ts'

interface Asks {
  checklist: Check[]
  ownFields: OwnAnswer[]
  pieceUnit: string | null
  pieceRate: number | null
}
/** What a kind of task asks for and is paid by now, as a task that is made today keeps it. */
export async function asksOf(tx: Tx, taskTypeId: unknown): Promise<Asks> {
  const found = await row<Asks & { payBy: string }>(
    tx,
    sql`select checklist, own_fields, pay_by, piece_unit, piece_rate from task_type where id = ${taskTypeId}`,
  )
  const isByPiece = found?.payBy === 'piece' && found.pieceUnit !== null && found.pieceRate !== null
  return {
    pieceUnit: isByPiece ? found.pieceUnit : null,
    pieceRate: isByPiece ? found.pieceRate : null,
    checklist: (found?.checklist ?? []).map((one) => ({ ...one, doneFlag: 0 as const })),
    ownFields: (found?.ownFields ?? []).map((one) => ({ ...one, answer: null, yesFlag: null })),
  }
}

/** Finds what was said of each thing asked for. Errors: 422 where something else is answered. */
function sayings<G extends object>(
  field: string,
  asked: readonly string[],
  given: readonly G[],
  nameOf: (one: G) => string,
): Map<string, G> {
  const strange = given.map(nameOf).find((name) => !asked.includes(name))
  if (strange !== undefined)
    throw invalidFields({ [field]: { code: 'task.not_asked', params: { name: strange } } })
  return new Map(given.map((one) => [nameOf(one), one]))
}
function checked({ checklist }: TaskRow, given: NonNullable<TaskReport['checklist']>): Check[] {
  const names = checklist.map(({ item }) => item)
  const said = sayings('checklist', names, given, ({ item }) => item)
  return checklist.map((one) => ({ ...one, doneFlag: said.get(one.item)?.doneFlag ?? 0 }))
}
function filledIn(
  { ownFields }: TaskRow,
  given: NonNullable<TaskReport['ownFields']>,
): OwnAnswer[] {
  const names = ownFields.map(({ name }) => name)
  const said = sayings('ownFields', names, given, ({ name }) => name)
  return ownFields.map((one) => {
    const own = said.get(one.name)
    return one.kind === 'yesNo'
      ? { ...one, answer: null, yesFlag: own?.yesFlag ?? null }
      : { ...one, answer: own?.answer || null, yesFlag: null }
  })
}

/**
 * What was ticked off and filled in, as it is written down.
 * Errors: 422 where something required lacks, or has another form than was asked for.
 */
export function answered(task: TaskRow, given: TaskReport): Sql {
  const checks = checked(task, given.checklist ?? [])
  const answers = filledIn(task, given.ownFields ?? [])
  refuseFirst('checklist', checks, ({ item }) => item, checkFault)
  refuseFirst('ownFields', answers, ({ name }) => name, answerFault)
  return sql`checklist = ${JSON.stringify(checks)}::jsonb, own_fields = ${JSON.stringify(answers)}::jsonb`
}
function refuseFirst<A>(
  field: string,
  all: readonly A[],
  nameOf: (one: A) => string,
  faultOf: (one: A) => AskFault | null,
): void {
  for (const one of all) {
    const code = faultOf(one)
    if (code) throw invalidFields({ [field]: { code, params: { name: nameOf(one) } } })
  }
}
