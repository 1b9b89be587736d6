import { codes, entity, rest, type RowOf } from '../entity.ts'
import { choice, decimal, flag, id, integer, lines, moment, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'
import { activeHours } from './active-hours.ts'

const prefix = 'wfpf.farm.equipment.intelligentControl'

export const ruleTriggers = { device: 'device', timer: 'timer' } as const
export const ruleOperators = {
  above: 'above',
  atLeast: 'atLeast',
  below: 'below',
  atMost: 'atMost',
  between: 'between',
  outside: 'outside',
  equals: 'equals',
  notEquals: 'notEquals',
} as const
/** `parallel` begins together with the step before it. */
export const stepModes = { serial: 'serial', parallel: 'parallel' } as const
/** `paused`: it set itself off again and again, and waits for somebody to look at it. */
/**
 * `broken`: it names a device or a group that is deleted, and does nothing until that is back or
 * the rule is changed. `orphaned`: whoever saved it last no longer may do what it does; it goes on
 * once they may again, or somebody who may saves it.
 */
/** `done`: all that sets it off are single moments, and they have passed. */
export const ruleStates = {
  active: 'active',
  paused: 'paused',
  orphaned: 'orphaned',
  broken: 'broken',
  done: 'done',
} as const
/** What a step may be held for, in seconds. */
const longestHold = 86_400

const limit = { min: -999_999, max: 999_999, scale: 4 }
// Not references: a rule outlives its devices, and says so when it runs.
const rowId = () => integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const clock = () => text({ max: 5, pattern: /^(|([01]\d|2[0-3]):[0-5]\d)$/ })

/** What moves by itself, when and under which conditions. A rule without triggers runs by hand. */
export const controlRule = entity('controlRule', {
  module: 'equipment',
  stored: { view: 'control_rule_view' },
  title: 'name',
  placed: 'rule',
  deletion: 'bin',
  permissions: {
    list: prefix,
    ...codes(`${prefix}.ps`, 'create', 'edit', 'delete', 'run', 'resume'),
  },
  api: {
    ...rest('wfpe/v1/{tenant}/control-rule'),
    resume: 'POST /wfpe/v1/{tenant}/control-rule/{id}/resume',
    run: 'POST /wfpe/v1/{tenant}/control-rule/{id}/run',
    dryRun: 'GET /wfpe/v1/{tenant}/control-rule/{id}/dry-run',
  },
  stateField: 'state',
  states: { resume: ['paused'] },
  fields: {
    id: id(),
    name: text({ required: true, max: 60 }),
    classId: ref('controlClass', {}),
    /**
     * Any of them sets it off: a value that comes to meet a limit and stays there for `seconds`, or
     * a moment of the tenant's time zone.
     */
    triggers: lines(
      {
        kind: choice(ruleTriggers, { required: true }),
        deviceId: rowId(),
        metric: text({ max: 60 }),
        operator: choice(ruleOperators, {}),
        value: decimal(limit),
        value2: decimal(limit),
        seconds: integer({ min: 0, max: 86_400, unit: 'second' }),
        /**
         * Five fields; or one moment on the tenant's clock, '2027-03-15T06:00', which comes once.
         */
        cron: text({ max: 100 }),
      },
      { max: 10 },
    ),
    /** All of a group, and one group of several. */
    conditions: lines(
      {
        group: integer({ required: true, min: 1, max: 5 }),
        deviceId: integer({ required: true, min: 1, max: Number.MAX_SAFE_INTEGER }),
        metric: text({ required: true, max: 60 }),
        operator: choice(ruleOperators, { required: true }),
        value: decimal({ ...limit, required: true }),
        value2: decimal(limit),
      },
      { max: 20 },
    ),
    /** When it may be set off; by hand it runs at any time. */
    activeHours: activeHours(),
    // Over midnight where the end comes before the beginning.
    quietFrom: clock(),
    quietTo: clock(),
    pauseSeconds: integer({ min: 0, max: 86_400, unit: 'second' }),
    /**
     * In order. One device or one group each. What is held for some time goes back to 0 after it,
     * whatever became of the run.
     */
    actions: lines(
      {
        mode: choice(stepModes, { required: true }),
        deviceId: rowId(),
        groupId: rowId(),
        channel: text({ required: true, max: 40 }),
        value: decimal({ ...limit, required: true }),
        delaySeconds: integer({ min: 0, max: 3600, unit: 'second' }),
        holdSeconds: integer({ min: 0, max: longestHold, unit: 'second' }),
        stopFlag: flag({}),
      },
      { required: true, max: 20 },
    ),
    enabledFlag: flag({}),
    state: choice(ruleStates, { readonly: true }),
    lastRunAt: moment({ readonly: true }),
    nextRunAt: moment({ readonly: true }),
    description: text({ max: 200 }),
  },
})
export const controlRuleScreen = entityScreen('intelligentControl', controlRule, {
  route: '/web/equipment/intelligentControl/index',
  module: 'farm',
  group: 'automation',
  icon: 'rule',
  at: 2,
})

export type ControlRule = RowOf<typeof controlRule>
export type RuleTrigger = NonNullable<ControlRule['triggers']>[number]
export type RuleCondition = NonNullable<ControlRule['conditions']>[number]
export type RuleAction = NonNullable<ControlRule['actions']>[number]
