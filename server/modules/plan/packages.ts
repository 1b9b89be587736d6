import { sql } from 'kysely'
import { hasCircle } from '#contract/plan/schedule.ts'
import { copyPackage } from '#contract/plan/plan-calls.ts'
import {
  afterOf,
  planPackage,
  type PackageInput,
  type PackageMachine,
  type PackageStep,
} from '#contract/plan/plan-package.ts'
import { showRow, type Row } from '#server/db/crud.ts'
import { row, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound } from '#server/db/http-error.ts'
import { crud } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

/** What is wrong with steps, if anything: named twice, after what is not there, in a circle. */
function requireSteps(
  steps: readonly PackageStep[],
  uses: Readonly<Record<string, readonly { step: number }[]>>,
): void {
  const numbers = new Set<number>()
  for (const { no } of steps) {
    if (numbers.has(no))
      throw invalidFields({ steps: { code: 'plan.step_twice', params: { step: no } } })
    numbers.add(no)
  }
  for (const step of steps) {
    const missing = afterOf(step).find((one) => !numbers.has(one))
    if (missing !== undefined)
      throw invalidFields({
        steps: { code: 'plan.step_missing', params: { step: step.no, missing } },
      })
  }
  if (hasCircle(steps.map((step) => ({ id: step.no, after: afterOf(step) }))))
    throw invalidFields({ steps: { code: 'plan.circle' } })
  for (const [name, lines] of Object.entries(uses)) {
    const stray = lines.find(({ step }) => !numbers.has(step))
    if (stray)
      throw invalidFields({ [name]: { code: 'plan.step_unknown', params: { step: stray.step } } })
  }
}
/** Errors: 422 where lines name kinds of work or goods that are not there. */
async function requireKnown(
  tx: Tx,
  steps: readonly PackageStep[],
  inputs: readonly PackageInput[],
  machines: readonly PackageMachine[],
): Promise<void> {
  const types = [...new Set(steps.map(({ taskTypeId }) => taskTypeId))]
  const skus = [...new Set(inputs.map(({ skuId }) => skuId))]
  const kinds = [...new Set(machines.map(({ machineKindId }) => machineKindId))]
  const found = (await row<{ types: number; skus: number; kinds: number }>(
    tx,
    sql`select (select count(*) from task_type where id = any(${types}::bigint[])) as types,
      (select count(*) from sku_view where id = any(${skus}::bigint[])) as skus,
      (select count(*) from machine_kind where id = any(${kinds}::bigint[])) as kinds`,
  ))!
  if (found.types < types.length)
    throw invalidFields({ steps: { code: 'field.missing_reference' } })
  if (found.skus < skus.length) throw invalidFields({ inputs: { code: 'field.missing_reference' } })
  if (found.kinds < kinds.length)
    throw invalidFields({ machines: { code: 'field.missing_reference' } })
}

/** A name that is free: `… 2`, `… 3`. */
async function nameBeside(tx: Tx, name: string): Promise<string> {
  for (let at = 2; ; at++) {
    const next = `${name.slice(0, 55)} ${at}`
    if (
      !(await row(tx, sql`select 1 from plan_package where lower(package_name) = lower(${next})`))
    )
      return next
  }
}

/** How crops are grown: written down, copied and changed. */
export function servePackages(app: Services): void {
  crud(app, planPackage, {
    prepare: async (values, before, { tx }) => {
      const whole = { ...before, ...values } as Row & {
        steps: PackageStep[]
        inputs?: PackageInput[] | null
        machines?: PackageMachine[] | null
      }
      const inputs = whole.inputs ?? []
      const machines = whole.machines ?? []
      requireSteps(whole.steps, { inputs, machines })
      await requireKnown(tx, whole.steps, inputs, machines)
      return values
    },
  })
  serve(app, copyPackage, ({ id }, { write, actor }) =>
    write(async ({ tx, audit, announce }) => {
      const source = await showRow(tx, planPackage, id)
      if (!source) throw notFound()
      const name = await nameBeside(tx, String(source.packageName))
      const made = (await row<{ id: number }>(
        tx,
        sql`insert into plan_package (package_name, crop_id, steps, inputs, machines, enabled_flag, description, created_by, last_updated_by)
          select ${name}, crop_id, steps, inputs, machines, enabled_flag, description, ${actor.accountId}, ${actor.accountId}
          from plan_package where id = ${id} returning id`,
      ))!
      const after = (await showRow(tx, planPackage, made.id))!
      await audit({
        entity: planPackage.name,
        recordId: made.id,
        title: name,
        action: 'create',
        before: null,
        after,
      })
      await announce({ resource: planPackage.name, ids: [made.id], kind: 'created' })
      return after
    }),
  )
}
