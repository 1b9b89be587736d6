import { sql } from 'kysely'
import type { CommandState } from '#contract/command/command.ts'
import type { RunReason, RunStep, StepTarget } from '#contract/automation/control-run.ts'
import { controls } from '#contract/equipment/reach.ts'
import { row, type Tx } from '#server/db/database.ts'
import { codesNow, devicesNow } from '#server/http/author.ts'
import { tellBrowsers } from './start-run.ts'
import { brokenOff, nextStep } from './steps.ts'

/** What became of a command. */
export interface Outcome {
  id: number
  state: CommandState
  endedAt: string | null
  expiresAt: string
}
/** The way to the devices; each in the caller's transaction. */
export interface Field {
  /** Writes an order down. Answers its command, or the code of the refusal. */
  order(
    tx: Tx,
    tenant: number,
    device: number,
    channel: string,
    value: number,
    run: number,
  ): Promise<{ commandId: number } | { refusal: string }>
  outcomes(tx: Tx, commands: readonly number[]): Promise<Outcome[]>
}

interface Run {
  id: number
  ruleId: number
  state: string
  /** Why it goes no further, while what it holds is taken back. */ reason: RunReason | null
  beganAt: string
  steps: RunStep[]
  isWanted: boolean
  authorId: number | null
}

/**
 * Moves a run on: what its commands came to, the steps that are due, its end. Steps and their commands
 * are written in one transaction, so that a process that dies has sent a step and noted it, or neither.
 */
export async function advance(
  tx: Tx,
  tenant: number,
  id: number,
  field: Field,
  now: number,
): Promise<void> {
  const run = await row<Run>(
    tx,
    sql`select u.id, u.rule_id, u.state, u.reason, u.began_at, u.steps, exists (select 1
      from control_rule r where r.tenant_id = u.tenant_id and r.id = u.rule_id and r.enabled_flag = 1) as is_wanted,
      (select r.last_updated_by from control_rule r where r.tenant_id = u.tenant_id and r.id = u.rule_id) as author_id
    from control_run u where u.id = ${id} and u.state = 'running' for update of u skip locked`,
  )
  if (!run) return
  const before = JSON.stringify(run.steps)
  await follow(tx, run.steps, field)
  const next = nextStep(run.steps, Date.parse(run.beganAt), now)
  if (next.kind === 'end')
    return run.reason
      ? end(tx, tenant, run, 'interrupted', run.reason)
      : end(tx, tenant, run, next.state, next.reason)
  if (!run.isWanted && !run.reason) return breakOff(tx, tenant, run, 'disabled')
  if (next.kind === 'send') {
    const codes = await codesNow(tx, tenant, run.authorId)
    const within = await devicesNow(
      tx,
      run.authorId,
      next.steps.flatMap(({ targets }) => targets.map(({ deviceId }) => deviceId)),
    )
    // Between two steps the rule's author may have lost the right.
    const mayMove = ({ deviceId, deviceType }: StepTarget) =>
      deviceType !== null && controls(codes, deviceType) && within.has(deviceId)
    // What it moved it may take back, whatever has become of its author.
    for (const step of next.steps)
      await send(
        tx,
        tenant,
        run.id,
        step,
        field,
        step.backOf === undefined || step.backOf === null
          ? mayMove
          : ({ deviceType }) => deviceType !== null,
        now,
      )
  }
  if (JSON.stringify(run.steps) === before) return
  await sql`update control_run set steps = ${JSON.stringify(run.steps)}::jsonb,
    object_version_number = object_version_number + 1, last_update_date = now() where id = ${id}`.execute(
    tx,
  )
  await tellBrowsers(tx, tenant, id, run.ruleId)
}

/** Ends a run before its time, once what it holds is taken back. */
export async function breakOff(
  tx: Tx,
  tenant: number,
  run: Pick<Run, 'id' | 'ruleId' | 'steps'>,
  reason: RunReason,
): Promise<void> {
  const steps = brokenOff(run.steps)
  if (!steps) return end(tx, tenant, run, 'interrupted', reason)
  await sql`update control_run set reason = ${reason}, steps = ${JSON.stringify(steps)}::jsonb,
    object_version_number = object_version_number + 1, last_update_date = now() where id = ${run.id}`.execute(
    tx,
  )
  await tellBrowsers(tx, tenant, run.id, run.ruleId)
}
/** Ends a run; steps that have not been sent are left out. */
export async function end(
  tx: Tx,
  tenant: number,
  { id, ruleId, steps }: Pick<Run, 'id' | 'ruleId' | 'steps'>,
  state: 'done' | 'failed' | 'interrupted',
  reason: RunReason | null,
): Promise<void> {
  const left = steps.map((step) =>
    step.state === 'waiting' ? { ...step, state: 'skipped' as const } : step,
  )
  await sql`update control_run set state = ${state}, reason = ${reason},
    steps = ${JSON.stringify(left)}::jsonb, ended_at = clock_timestamp(),
    object_version_number = object_version_number + 1, last_update_date = now() where id = ${id}`.execute(
    tx,
  )
  await tellBrowsers(tx, tenant, id, ruleId)
}

async function send(
  tx: Tx,
  tenant: number,
  run: number,
  step: RunStep,
  field: Field,
  mayMove: (target: StepTarget) => boolean,
  now: number,
): Promise<void> {
  step.sentAt = new Date(now).toISOString()
  step.state = 'sent'
  for (const target of [...step.targets].sort((a, b) => a.deviceId - b.deviceId)) {
    const answer = mayMove(target)
      ? await field.order(tx, tenant, target.deviceId, step.channel, step.value, run)
      : { refusal: 'author.lost' }
    if ('refusal' in answer) target.refusal = answer.refusal
    else Object.assign(target, { commandId: answer.commandId, state: 'created' })
  }
  if (step.targets.every(({ commandId }) => commandId === null))
    Object.assign(step, { state: 'failed', endedAt: step.sentAt })
}

const isOpen = (state: string | null) =>
  state === 'waiting' || state === 'created' || state === 'sent' || state === 'delivered'
/**
 * A step is over when each of its commands is; one that nobody looked at in time ended when its
 * time was up.
 */
async function follow(tx: Tx, steps: readonly RunStep[], field: Field): Promise<void> {
  const sent = steps.filter(({ state }) => state === 'sent')
  const outcomes = await field.outcomes(
    tx,
    sent.flatMap(({ targets }) => targets.flatMap(({ commandId }) => commandId ?? [])),
  )
  for (const step of sent) {
    const found = step.targets.map((target) => outcomes.find(({ id }) => id === target.commandId))
    for (const [i, target] of step.targets.entries())
      if (target.commandId !== null) target.state = found[i]?.state ?? 'cancelled'
    if (step.targets.some(({ state }) => isOpen(state))) continue
    const ends = found.flatMap((one) =>
      one?.endedAt ? Math.min(Date.parse(one.endedAt), Date.parse(one.expiresAt)) : [],
    )
    step.endedAt = ends.length > 0 ? new Date(Math.max(...ends)).toISOString() : step.sentAt
    step.state = step.targets.every(({ state }) => state === 'confirmed') ? 'confirmed' : 'failed'
  }
}
