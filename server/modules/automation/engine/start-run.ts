import { sql } from 'kysely'
import type {
  RunReason,
  RunStep,
  Seen,
  StepTarget,
  runStates,
  runTriggers,
} from '#contract/automation/control-run.ts'
import { isActiveAt } from '#contract/automation/active-hours.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { placeOf } from '#contract/devices/switch-places.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { controls, sees } from '#contract/equipment/reach.ts'
import { codesNow, devicesNow } from '#server/http/author.ts'
import { announce } from '#server/live/events.ts'
import { isQuiet } from './clock.ts'
import { holds, loopMinutes, reasonAgainst } from './preconditions.ts'
import { currentValuesOf } from './current-values.ts'
import { stagesOf } from './steps.ts'
import { zoneOf, type Rule } from './rules.ts'

/** What set a rule off. `dueAt`: when it should run, in ms. */
interface Cause {
  trigger: keyof typeof runTriggers
  dueAt: number
  seen?: Seen[]
  personName?: string
}
interface StartedRun {
  id: number
  state: keyof typeof runStates
  reason: RunReason | null
}

/** Why a rule would not run now, and the values that its conditions meet. */
export async function checkPreconditions(
  tx: Tx,
  tenant: number,
  rule: Rule,
  trigger: Cause['trigger'],
  now: number,
): Promise<{ reason: RunReason | null; seen: Seen[] }> {
  const past = (await row<{ isRunning: boolean; lastAt: string | null; recent: number }>(
    tx,
    sql`select coalesce(bool_or(state = 'running'), false) as is_running,
      max(began_at) filter (where state <> 'skipped') as last_at,
    count(*) filter (where state <> 'skipped' and trigger = 'device'
    and began_at > to_timestamp(${now / 1000}) - ${`${loopMinutes} minutes`}::interval
      and began_at > coalesce((select max(began_at) from control_run p where p.rule_id = ${rule.id}
      and p.reason = 'loop'), '-infinity')) as recent
    from control_run where rule_id = ${rule.id}`,
  ))!
  const seen = await currentValuesOf(tx, rule.conditions, now)
  const zone = await zoneOf(tx, tenant)
  const isAtRest = isQuiet(rule.quietFrom, rule.quietTo, zone, now)
  // By hand neither: half of what it says would be done.
  const reason =
    rule.state === 'broken'
      ? 'broken'
      : reasonAgainst(
          {
            isByHand: trigger === 'manual',
            isOfDevice: trigger === 'device',
            isPaused: rule.state === 'paused',
            isActive: isActiveAt(rule.activeHours, zone, now),
            isQuiet: isAtRest,
            isRunning: past.isRunning,
            lastAt: past.lastAt === null ? null : Date.parse(past.lastAt),
            pauseMs: rule.pauseSeconds * 1000,
            recent: past.recent,
            holds: holds(seen),
          },
          now,
        )
  return { reason, seen }
}

/**
 * Whether whoever saved a rule last may, at this moment, move what it moves and see what it looks
 * at.
 */
export async function mayAuthor(
  tx: Tx,
  tenant: number,
  rule: Rule,
  steps: readonly RunStep[],
  seen: readonly Pick<Seen, 'deviceId' | 'deviceType'>[],
): Promise<boolean> {
  const codes = await codesNow(tx, tenant, rule.lastUpdatedBy)
  const about = [...steps.flatMap(({ targets }) => targets), ...seen].flatMap(
    ({ deviceId, deviceType }) => (deviceId && deviceType ? [deviceId] : []),
  )
  const within = await devicesNow(tx, rule.lastUpdatedBy, about)
  return (
    about.every((id) => within.has(id)) &&
    steps.every(({ targets }) =>
      targets.every(({ deviceType }) => deviceType === null || controls(codes, deviceType)),
    ) &&
    seen.every(
      ({ deviceType }) =>
        deviceType === null || deviceType === undefined || sees(codes, deviceType),
    )
  )
}
/** What the list says of it: a rule whose author lost the right, or has it again. */
async function keepAuthor(tx: Tx, { id, state }: Rule, isAuthorised: boolean): Promise<void> {
  if (isAuthorised ? state !== 'orphaned' : state !== 'active') return
  await sql`update control_rule set state = ${isAuthorised ? 'active' : 'orphaned'} where id = ${id}
    and state = ${state}`.execute(tx)
}

/**
 * Runs a rule, or writes down why not, in the caller's transaction, which holds the tenant's rules.
 */
export async function startRun(
  tx: Tx,
  tenant: number,
  rule: Rule,
  cause: Cause,
  now: number,
): Promise<StartedRun> {
  const weighed = await checkPreconditions(tx, tenant, rule, cause.trigger, now)
  const { seen } = weighed
  const planned = await stepsOf(tx, rule)
  const isAuthorised = await mayAuthor(tx, tenant, rule, planned, [...(cause.seen ?? []), ...seen])
  await keepAuthor(tx, rule, isAuthorised)
  const reason = weighed.reason ?? (isAuthorised ? null : 'author')
  const steps = reason === null ? planned : []
  const state = reason === null ? 'running' : 'skipped'
  const id = await recordRun(
    tx,
    tenant,
    rule,
    { ...cause, seen: [...(cause.seen ?? []), ...seen] },
    { state, reason, steps, missed: null },
  )
  return { id, state, reason }
}

/** Writes down moments that nobody was there for. */
export const recordMissedRun = (
  tx: Tx,
  tenant: number,
  rule: Rule,
  dueAt: number,
  missed: number,
) =>
  recordRun(
    tx,
    tenant,
    rule,
    { trigger: 'timer', dueAt },
    { state: 'skipped', reason: 'missed', steps: [], missed },
  )

interface Noted {
  state: StartedRun['state']
  reason: RunReason | null
  steps: RunStep[]
  missed: number | null
}
async function recordRun(
  tx: Tx,
  tenant: number,
  rule: Rule,
  { trigger, dueAt, seen = [], personName }: Cause,
  { state, reason, steps, missed }: Noted,
): Promise<number> {
  const { id } = (await row<{ id: number }>(
    tx,
    sql`insert into control_run (rule_id, rule_name, trigger, person_name, state, reason, missed,
      due_at, ended_at, seen, steps)
    values (${rule.id}, ${rule.name}, ${trigger}, ${personName ?? null}, ${state}, ${reason},
    ${missed}, to_timestamp(${dueAt / 1000}), ${state === 'skipped' ? sql`clock_timestamp()` : null},
      ${JSON.stringify(seen)}::jsonb, ${JSON.stringify(steps)}::jsonb) returning id`,
  ))!
  await tellBrowsers(tx, tenant, id, rule.id)
  return id
}
/** Browsers that look at the log, or at the rules, look again. */
export async function tellBrowsers(
  tx: Tx,
  tenant: number,
  run: number,
  rule: number,
): Promise<void> {
  await announce(tx, { tenant, resource: 'controlRun', ids: [run], kind: 'updated' })
  await announce(tx, { tenant, resource: 'controlRule', ids: [rule], kind: 'updated' })
}

interface DeviceRow {
  id: number
  name: string
  deviceType: string
}
/**
 * The steps of a rule with the devices that each means now; of a group, those that have the switch.
 */
export async function stepsOf(tx: Tx, { actions }: Pick<Rule, 'actions'>): Promise<RunStep[]> {
  const groups = await rows<{ id: number; name: string; deviceIds: number[] }>(
    tx,
    sql`select id, name, device_ids from device_group
      where id = any(${actions.flatMap(({ groupId }) => groupId ?? [])}::bigint[])`,
  )
  const ids = [
    ...actions.flatMap(({ deviceId }) => deviceId ?? []),
    ...groups.flatMap(({ deviceIds }) => deviceIds),
  ]
  const devices = new Map(
    (
      await rows<DeviceRow>(
        tx,
        sql`select id, name, device_type from device where id = any(${ids}::bigint[])`,
      )
    ).map((one) => [one.id, one]),
  )
  const target = ({ id, name, deviceType }: DeviceRow): StepTarget => ({
    deviceId: id,
    deviceName: name,
    deviceType,
    commandId: null,
    state: null,
    refusal: null,
  })
  const steps = actions.map(
    ({ mode, deviceId, groupId, channel, value, delaySeconds, holdSeconds, stopFlag }) => {
      const group = groups.find(({ id }) => id === groupId)
      const one = devices.get(deviceId ?? 0)
      const ofGroup = (group?.deviceIds ?? [])
        .flatMap((id) => devices.get(id) ?? [])
        .filter(({ deviceType }) => placeOf(deviceTypeNamed(deviceType), channel))
      const step: RunStep = {
        mode,
        deviceId: deviceId ?? null,
        groupId: groupId ?? null,
        deviceName: (groupId ? group?.name : one?.name) ?? '–',
        channel,
        value,
        delaySeconds: delaySeconds ?? 0,
        stopFlag: stopFlag ?? 0,
        state: 'waiting',
        sentAt: null,
        endedAt: null,
        targets: groupId ? ofGroup.map(target) : one ? [target(one)] : [],
      }
      return { step, holdSeconds: holdSeconds ?? 0 }
    },
  )
  // What begins together is taken back together, each after its own time, before what comes next.
  const all: RunStep[] = []
  for (const stage of stagesOf(
    steps.map(({ step, holdSeconds }) => ({ mode: step.mode, step, holdSeconds })),
  )) {
    const first = all.length
    all.push(...stage.map(({ step }) => step))
    let hasBack = false
    for (const [at, { step, holdSeconds }] of stage.entries()) {
      if (holdSeconds === 0) continue
      all.push({
        ...step,
        mode: hasBack ? 'parallel' : 'serial',
        value: 0,
        delaySeconds: holdSeconds,
        stopFlag: 0,
        backOf: first + at,
        targets: step.targets.map((target) => ({ ...target })),
      })
      hasBack = true
    }
  }
  return all
}
