import type { PlanChart } from '#contract/plan/plan-calls.ts'
import type { Client } from './client.ts'
import { machineKinds, planPackages, seasonPlans } from './records/plans.ts'

interface Made {
  id: number
}
type Row = Made & Record<string, unknown>

/** What the farm drives: what plans count on and tasks report. */
export async function makeMachines(admin: Client): Promise<void> {
  for (const [name, machines, hourRate] of machineKinds)
    await admin.call<Made>('POST /wfpf/v1/{tenant}/machine-kind', {
      name,
      machines,
      hourRate,
      enabledFlag: 1,
    })
}

/** How crops are grown, and two plans by it: one that is late, one that goes well. */
export async function makePlans(admin: Client): Promise<void> {
  const ids = new Map<string, number>()
  const know = async (path: string, key: string) => {
    const { content } = await admin.call<{ content: Row[] }>(`GET /wfpf/v1/{tenant}/${path}`, {
      size: '0',
    })
    for (const row of content) ids.set(`${path}/${String(row[key])}`, row.id)
  }
  for (const [path, key] of [
    ['crop', 'code'],
    ['task-type', 'code'],
    ['product/sku', 'code'],
    ['batch', 'batchName'],
    ['worker', 'workerCode'],
    ['warehouse', 'code'],
  ] as const)
    await know(path, key)
  const id = (path: string, code: string) => {
    const found = ids.get(`${path}/${code}`)
    if (!found) throw new Error(`demo: no ${path} is called ${code}`)
    return found
  }
  const kinds = await admin.call<{ content: (Made & { name: string })[] }>(
    'GET /wfpf/v1/{tenant}/machine-kind',
    { size: '0' },
  )
  for (const kind of kinds.content) ids.set(`machine/${kind.name}`, kind.id)
  for (const { packageName, crop, description, steps, inputs, machines = [] } of planPackages) {
    const made = await admin.call<Made>('POST /wfpf/v1/{tenant}/plan-package', {
      packageName,
      cropId: id('crop', crop),
      description,
      enabledFlag: 1,
      steps: steps.map(
        ([no, name, type, offsetDays, heatUnits, days, after, lagDays, hoursPerMu, people]) => ({
          no,
          name,
          taskTypeId: id('task-type', type),
          offsetDays,
          heatUnits,
          days,
          after,
          lagDays,
          hoursPerMu,
          people,
        }),
      ),
      inputs: inputs.map(([step, code, dose]) => ({
        step,
        skuId: id('product/sku', code),
        dose,
      })),
      machines: machines.map(([step, kind, hoursPerMu]) => ({
        step,
        machineKindId: id('machine', kind),
        hoursPerMu,
      })),
    })
    ids.set(`package/${packageName}`, made.id)
  }
  for (const one of seasonPlans) {
    const made = await admin.call<Made>('POST /wfpf/v1/{tenant}/plan', {
      planName: one.planName,
      batchId: id('batch', one.batch),
      packageId: id('package', one.package),
      leaderId: id('worker', one.leader),
      warehouseId: id('warehouse', one.warehouse),
      description: one.description,
    })
    await bringToToday(admin, made.id, one)
  }
}

/** Takes a plan to where it stands today. */
async function bringToToday(
  admin: Client,
  planId: number,
  { isLaterOn, begun, released }: (typeof seasonPlans)[number],
): Promise<void> {
  const path = `/wfpf/v1/{tenant}/plan/${planId}`
  const chart = () => admin.call<PlanChart>(`GET ${path}/chart`)
  const { today, items } = await chart()
  if (isLaterOn)
    for (const item of items.filter(({ endsOn }) => endsOn < today))
      await admin.call(`DELETE /wfpf/v1/{tenant}/plan-item/${item.id}`)
  await admin.call(`POST ${path}/agree`, {})
  const itemIds = items.flatMap(({ id, title }) => (released?.includes(title) ? [id] : []))
  await admin.call(`POST ${path}/release`, released ? { itemIds } : { days: 7 })
  for (const item of (await chart()).items)
    if (begun.includes(item.title))
      await admin.call(`POST /wfpf/v1/{tenant}/task/${item.taskId}/start`, {
        override: '穿戴防护服，只翻耕',
      })
  // What was agreed stays; what is late by now pushes the rest.
  if (released) await admin.call(`POST ${path}/replan`, {})
}
