import { caseStates, taskStates } from '#contract/approval/states.ts'
import { sql } from 'kysely'
import { pathOf } from '#contract/approval/flow.ts'
import type { Fact } from '#contract/approval/form.ts'
import { factsSeen } from '#contract/approval/forms.ts'
import { approvalProcess } from '#contract/approval/process.ts'
import type { CaseEvent, CaseDetail } from '#contract/approval/case-calls.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import type { SignedIn } from '#server/http/context.ts'
import { approvalText } from '#server/i18n/texts.ts'
import { isUntouched } from './approval.ts'
import { directoryOf, submitterOf } from './directory.ts'
import { askedBy, earlierNodes, returnStep } from './machine.ts'
import { urgeAgainAt } from './moves.ts'
import { caseById, tasksOf, type Case } from './store.ts'

type Reader = Pick<SignedIn, 'actor' | 'codes' | 'language'>
const tables = {
  warehouse: ['warehouse', 'name'],
  partner: ['partner', 'name'],
  organization: ['organization', 'name'],
} as const

/** Whoever handed it in, was asked, was copied on it, or may look at processes. */
export async function maySee(tx: Tx, caseId: number, { actor, codes }: Reader): Promise<boolean> {
  // Who looks after flows looks at the cases of the bases they see; who is part of one sees it whole.
  if (codes.has(approvalProcess.permissions.list) && actor.scope === null) return true
  return (
    (await row(
      tx,
      sql`select 1 from approval_case where id = ${caseId} and submitter_id = ${actor.accountId} union all select 1 from approval_task where case_id = ${caseId} and account_id = ${actor.accountId} and state > 0
    union all select 1 from approval_copy where case_id = ${caseId} and account_id = ${actor.accountId} limit 1`,
    )) !== null
  )
}

async function wordOf(
  tx: Tx,
  { language }: Reader,
  fact: Fact | undefined,
  value: string | number | null | undefined,
): Promise<string | null> {
  if (value === null || value === undefined) return null
  if (fact?.kind === 'choice') return approvalText(language, `values.${value}`)
  if (fact?.kind !== 'ref') return String(value)
  const [table, name] = tables[fact.to]
  return (
    (
      await row<{ name: string }>(
        tx,
        sql`select ${sql.ref(name)} as name from ${sql.table(table)} where id = ${value}`,
      )
    )?.name ?? `#${value}`
  )
}

async function changesOf(tx: Tx, reader: Reader, held: Case): Promise<CaseDetail['changes']> {
  const before = held.previousId === null ? null : await caseById(tx, held.previousId)
  if (!before) return []
  const facts = factsSeen(held.formCode, reader.codes)
  const names = Object.keys(facts).filter(
    (name) => (before.facts[name] ?? null) !== (held.facts[name] ?? null),
  )
  return Promise.all(
    names.map(async (fact) => ({
      fact,
      before: await wordOf(tx, reader, facts[fact], before.facts[fact]),
      after: await wordOf(tx, reader, facts[fact], held.facts[fact]),
    })),
  )
}

async function aheadOf(tx: Tx, held: Case): Promise<CaseDetail['ahead']> {
  if (held.state !== caseStates.open) return []
  const nodes = pathOf(held.nodes, held.facts)
    .slice(held.step + 1)
    .filter(({ kind }) => kind === 'approver')
  if (nodes.length === 0) return []
  const directory = await directoryOf(tx)
  const submitter = await submitterOf(tx, held)
  return nodes.map((node) => ({
    nodeName: node.name ?? '',
    names: askedBy(node, directory, submitter).people.map(({ name }) => name),
  }))
}

/** Everything about a case that its reader may know. The caller has asked whether they may. */
export async function caseDetailOf(tx: Tx, reader: Reader, id: number): Promise<CaseDetail | null> {
  const held = await caseById(tx, id)
  if (!held) return null
  const tasks =
    held.state === caseStates.open
      ? (await tasksOf(tx, id, held.step)).filter(({ state }) => state === taskStates.open)
      : []
  const isSubmitter = held.submitterId === reader.actor.accountId
  const path = pathOf(held.nodes, held.facts)
  const taskId = tasks.find(({ accountId }) => accountId === reader.actor.accountId)?.id ?? null
  const back = returnStep(path, held.step, undefined)
  return {
    ...held,
    formName: approvalText(reader.language, `forms.${held.formCode}`),
    startTime: held.startedAt,
    endTime: held.endedAt,
    processState: held.state,
    events: await rows<CaseEvent>(
      tx,
      sql`select id, at, kind, person_name as name, comment, detail from approval_event where case_id = ${id} order by id`,
    ),
    waiting: tasks.map((task) => ({
      taskId: task.id,
      name: task.personName,
      nodeName: task.nodeName,
      since: task.openedAt!,
      dueAt: task.dueAt,
    })),
    ahead: await aheadOf(tx, held),
    changes: await changesOf(tx, reader, held),
    mine: {
      taskId,
      isSubmitter,
      mayUrge: isSubmitter && held.state === caseStates.open,
      urgeAgainAt: urgeAgainAt(held),
      mayWithdraw: isSubmitter && held.state === caseStates.open && (await isUntouched(tx, id)),
      backTo:
        taskId === null
          ? []
          : earlierNodes(path, held.step).map(({ node }) => ({
              key: node.key,
              nodeName: node.name ?? '',
            })),
      returnTo: typeof back === 'number' ? path[back]!.key : null,
    },
  }
}
