import { z } from 'zod'
import { call } from '../call.ts'
import { switchTypes } from '../devices/switch-places.ts'
import { codes, entity } from '../entity.ts'
import { choice, decimal, flag, id, integer, lines, moment, shape, text } from '../field.ts'
import { entityScreen } from '../screen.ts'
import { controlRule, ruleOperators, ruleTriggers, stepModes } from './control-rule.ts'

const prefix = 'wfpf.farm.equipment.intelligentControl.log'
const { list, run } = controlRule.permissions

export const runStates = {
  running: 'running',
  done: 'done',
  failed: 'failed',
  skipped: 'skipped',
  interrupted: 'interrupted',
} as const
/** Why a run did not begin, or did not come to its end. */
const runReasons = {
  inactive: 'inactive',
  quiet: 'quiet',
  conditions: 'conditions',
  running: 'running',
  tooSoon: 'tooSoon',
  paused: 'paused',
  loop: 'loop',
  missed: 'missed',
  stepFailed: 'stepFailed',
  late: 'late',
  author: 'author',
  broken: 'broken',
  disabled: 'disabled',
  stopped: 'stopped',
  alarm: 'alarm',
} as const
export type RunReason = keyof typeof runReasons
export const runTriggers = { ...ruleTriggers, manual: 'manual' } as const
export const standings = {
  holds: 'holds',
  fails: 'fails',
  stale: 'stale',
  unknown: 'unknown',
} as const
export type Standing = keyof typeof standings
const stepStates = {
  waiting: 'waiting',
  sent: 'sent',
  confirmed: 'confirmed',
  failed: 'failed',
  skipped: 'skipped',
} as const

const number = { min: -1e9, max: 1e9, scale: 4 }
const key = () => integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
/** A trigger or condition with the value that it met. */
const seenLine = {
  group: integer({ min: 0, max: 5 }),
  deviceId: key(),
  deviceName: text({ max: 60 }),
  deviceType: text({ max: 40 }),
  metric: text({ max: 60 }),
  operator: choice(ruleOperators, {}),
  value: decimal(number),
  value2: decimal(number),
  present: decimal(number),
  at: moment({}),
  standing: choice(standings, {}),
}

/** What became of a rule each time it was set off: a row is made once and ends once. */
export const controlRun = entity('controlRun', {
  module: 'equipment',
  title: 'ruleName',
  deletion: 'gone',
  stateField: 'state',
  permissions: { list: prefix, ...codes(`${prefix}.ps`, 'stop') },
  api: {
    list: 'GET /wfpe/v1/{tenant}/control-run',
    show: 'GET /wfpe/v1/{tenant}/control-run/{id}',
    stop: 'POST /wfpe/v1/{tenant}/control-run/{id}/stop',
  },
  states: { stop: ['running'] },
  fields: {
    id: id(),
    // As it was called then: the log outlives the rule.
    ruleName: text({ readonly: true, max: 60 }),
    ruleId: integer({ readonly: true, min: 1, max: Number.MAX_SAFE_INTEGER }),
    trigger: choice(runTriggers, { readonly: true }),
    personName: text({ readonly: true, max: 40 }),
    state: choice(runStates, { readonly: true }),
    reason: choice(runReasons, { readonly: true }),
    /** When it should have begun. */
    dueAt: moment({ readonly: true }),
    beganAt: moment({ readonly: true }),
    endedAt: moment({ readonly: true }),
    /** Moments that passed unseen, where it was missed. */
    missed: integer({ readonly: true, min: 0, max: Number.MAX_SAFE_INTEGER }),
    seen: lines(seenLine, { readonly: true, max: 30 }),
    steps: lines(
      {
        mode: choice(stepModes, {}),
        deviceName: text({ max: 60 }),
        channel: text({ max: 40 }),
        value: decimal(number),
        delaySeconds: integer({ min: 0, max: 86_400, unit: 'second' }),
        stopFlag: flag({}),
        state: choice(stepStates, {}),
        sentAt: moment({}),
        endedAt: moment({}),
      },
      { readonly: true, max: 40 },
    ),
  },
})
// chosen: the specification names no route for what rules did
export const controlRunScreen = entityScreen('intelligentControlLog', controlRun, {
  route: '/web/equipment/intelligentControl/log',
  module: 'farm',
  group: 'automation',
  icon: 'run',
  at: 3,
  pageSize: 20,
})

const idIn = z.object({ id: z.coerce.number().int().positive() })
const seen = z.object({
  group: z.int(),
  deviceId: z.int(),
  /** Null: it is deleted; empty: who asks does not see it. */
  deviceName: z.string().nullable(),
  deviceType: z.string().nullable(),
  metric: z.string(),
  operator: z.enum(ruleOperators),
  value: z.number(),
  value2: z.number().nullable(),
  present: z.number().nullable(),
  at: z.string().nullable(),
  standing: z.enum(standings),
})
/** A condition with the value it was held against; group 0 is a trigger's. */
export type Seen = z.infer<typeof seen>
/** What one device of a step was told, and how it ended. */
export interface StepTarget {
  deviceId: number
  deviceName: string
  deviceType: string | null
  commandId: number | null
  state: string | null
  refusal: string | null
}
export interface RunStep {
  mode: keyof typeof stepModes
  deviceId: number | null
  groupId: number | null
  deviceName: string
  channel: string
  value: number
  delaySeconds: number
  stopFlag: 0 | 1
  /** The step that it takes back after its time, by its place; it is done however the run ends. */
  backOf?: number | null
  state: keyof typeof stepStates
  sentAt: string | null
  endedAt: string | null
  targets: StepTarget[]
}

const target = z.object({
  deviceId: z.int(),
  deviceName: z.string(),
  deviceType: z.string(),
  channel: z.string(),
  wanted: z.number(),
  /** After the step before it. */ delaySeconds: z.int(),
  present: z.number().nullable(),
  online: z.literal([0, 1]),
})
const dry = z.object({
  reason: z.enum(runReasons).nullable(),
  isEnabled: z.boolean(),
  triggers: z.array(seen),
  conditions: z.array(seen),
  targets: z.array(target),
})
export const dryRun = call({
  endpoint: controlRule.api.dryRun,
  summary: 'Whether a rule would run now, and why not; nothing is moved',
  access: { code: [run, list] },
  input: idIn,
  answer: dry,
})
export type DryRun = z.infer<typeof dry>
/** The same of a rule that is being written, saved or not. */
export const dryRunOf = call({
  endpoint: 'POST /wfpe/v1/{tenant}/control-rule/dry-run',
  unaudited: true,
  summary: 'Whether a rule that is being written would run now, and what it would move',
  access: { code: [controlRule.permissions.create, controlRule.permissions.edit] },
  input: shape(controlRule.fields).extend({
    name: z.string().max(60).nullish(),
    id: z.coerce.number().int().positive().optional(),
    objectVersionNumber: z.coerce.number().int().positive().optional(),
  }),
  answer: dry,
})
export const runRule = call({
  endpoint: controlRule.api.run,
  summary: 'Run a rule now; quiet hours and pauses do not hold back a person',
  access: { code: run },
  input: idIn,
  answer: z.object({
    id: z.int(),
    state: z.enum(runStates),
    reason: z.enum(runReasons).nullable(),
  }),
})
export const resumeRule = call({
  endpoint: controlRule.api.resume,
  summary: 'Set a rule going again that was paused',
  access: { code: controlRule.permissions.resume },
  input: idIn.extend({ objectVersionNumber: z.int().positive().optional() }),
  answer: z.void(),
})
export const stopRun = call({
  endpoint: controlRun.api.stop,
  summary: 'No further steps; what was sent is sent',
  access: { code: controlRun.permissions.stop },
  input: idIn.extend({ objectVersionNumber: z.int().positive().optional() }),
  answer: z.void(),
})
/** Everything that rules can watch and move, for whoever writes them. */
export const ruleDevices = call({
  endpoint: 'GET /wfpe/v1/{tenant}/control-rule/devices',
  summary: 'Devices with what they are called and the names of their switches',
  access: { code: list },
  input: z.object({}),
  answer: z.object({
    devices: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        deviceType: z.string(),
        switches: z.array(
          z.object({ channel: z.string(), name: z.string().nullable(), type: z.enum(switchTypes) }),
        ),
      }),
    ),
    groups: z.array(z.object({ id: z.int(), name: z.string(), deviceTypes: z.array(z.string()) })),
  }),
})
export type RuleDevices = z.infer<typeof ruleDevices.answer>
