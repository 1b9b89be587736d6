import { sql } from 'kysely'
import { pathOf, type Facts } from '#contract/approval/flow.ts'
import type { FlowNode } from '#contract/approval/process.ts'
import type { DryStep } from '#contract/approval/process-calls.ts'
import { row, type Tx } from '#server/db/database.ts'
import { settingOf } from './approval.ts'
import { inPlaceOf } from './delegation.ts'
import { directoryOf, mayApproveOwn } from './directory.ts'
import { askedBy, namedBy, type Directory, type Person } from './machine.ts'

/** The nodes that something with these facts would pass, and whom each would ask today. */
export async function wayOf(
  tx: Tx,
  formCode: string,
  nodes: readonly FlowNode[],
  facts: Facts,
  person: Pick<Person, 'accountId' | 'organizationId'>,
  directory?: Directory,
): Promise<DryStep[]> {
  const everybody = directory ?? (await directoryOf(tx))
  const submitter = {
    accountId: person.accountId,
    mayApproveOwn: await mayApproveOwn(tx),
    chosen: [],
  }
  const steps: DryStep[] = []
  for (const node of pathOf(nodes, { ...facts, organizationId: person.organizationId })) {
    const isOpen = node.source === 'choice'
    const { people, standIn } = isOpen
      ? { people: [], standIn: null }
      : node.kind === 'approver'
        ? askedBy(node, everybody, submitter)
        : { people: namedBy(node, everybody, submitter), standIn: null }
    const asked =
      node.kind === 'approver'
        ? await inPlaceOf(tx, { formCode, submitterId: person.accountId }, people)
        : people.map(({ accountId, name }) => ({ accountId, name, for: null }))
    steps.push({
      key: node.key,
      name: node.name ?? '',
      kind: node.kind,
      mode: node.mode ?? null,
      percent: node.percent ?? null,
      people: asked.map(({ name }) => name),
      standIn,
      isOpen,
    })
  }
  return steps
}

/**
 * What becomes of a record that is handed in: nobody is asked (`null`), its flow is out of use, or
 * whom it would ask.
 */
export async function approvalAhead(
  tx: Tx,
  accountId: number,
  formCode: string,
  facts: () => Promise<Facts>,
): Promise<{ isBroken: boolean; steps: DryStep[] } | null> {
  const setting = await settingOf(tx, formCode)
  if (setting?.askedFlag !== 1) return null
  if (setting.state !== 'enabled') return { isBroken: true, steps: [] }
  const version = (await row<{ nodes: FlowNode[] }>(
    tx,
    sql`select nodes from approval_version where process_id = ${setting.processId} and version = ${setting.version}`,
  ))!
  const member = await row<{ organizationId: number | null }>(
    tx,
    sql`select organization_id from member where account_id = ${accountId}`,
  )
  return {
    isBroken: false,
    steps: await wayOf(tx, formCode, version.nodes, await facts(), {
      accountId,
      organizationId: member?.organizationId ?? null,
    }),
  }
}
