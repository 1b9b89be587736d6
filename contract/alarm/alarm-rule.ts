import { z } from 'zod'
import { call } from '../call.ts'
import { typeCodes, typeWords } from '../devices/index.ts'
import { codes, entity, rest } from '../entity.ts'
import {
  choice,
  code,
  decimal,
  flag,
  id,
  integer,
  onlyWhen,
  ref,
  refs,
  shape,
  text,
  within,
} from '../field.ts'
import { entityScreen } from '../screen.ts'
import { activeHours } from '../automation/active-hours.ts'
import { referenceStates } from '../reference-states.ts'

const prefix = 'wfpf.farm.equipment.warningManage'

/** `orphaned`: whoever saved it last has left; it still tells people, and does nothing else. */
const alarmRuleStates = { ...referenceStates, orphaned: 'orphaned' } as const
export const alarmLevels = { info: 1, warning: 2, emergency: 3 } as const
export type AlarmLevel = (typeof alarmLevels)[keyof typeof alarmLevels]
/** `count`: the limit was passed so many times within a window. `fault`: a reading of faults says one, or the one that is meant. `command`: what was ordered was not confirmed. */
export const alarmTriggers = {
  offline: 'offline',
  noData: 'noData',
  threshold: 'threshold',
  rate: 'rate',
  count: 'count',
  fault: 'fault',
  command: 'command',
} as const
/** `between` and `outside` have two limits. Of a change: above is a rise, below a fall, and `either` is of changes alone. */
export const alarmOperators = {
  above: 'above',
  atLeast: 'atLeast',
  below: 'below',
  atMost: 'atMost',
  between: 'between',
  outside: 'outside',
  equals: 'equals',
  notEquals: 'notEquals',
  either: 'either',
} as const
/**
 * `stopIrrigation`: people are told, what irrigates the device's plot (or base) is closed, and runs
 * of rules that would open more of it go no further.
 */
export const alarmActions = {
  alarm: 'alarm',
  stopIrrigation: 'stopIrrigation',
  record: 'record',
} as const

const limit = { min: -999_999, max: 999_999, scale: 4 }
const limited = ['threshold', 'rate', 'count']
export const measuredTriggers = [...limited, 'fault']
const seconds = (max: number) => integer({ min: 0, max, unit: 'second' })

/** When an alarm comes, how long it has to last first, and when it is over (docs/specification.md 7.3). */
export const alarmRule = entity('alarmRule', {
  module: 'equipment',
  title: 'name',
  deletion: 'bin',
  // chosen: the specification names no codes for alarms
  placed: 'anyBase',
  permissions: { list: prefix, ...codes(`${prefix}.ps`, 'create', 'edit', 'delete') },
  api: rest('wfpe/v1/{tenant}/alarm-rule'),
  fields: {
    id: id(),
    name: text({ required: true, max: 60 }),
    level: code(alarmLevels, { required: true }),
    deviceType: choice(typeCodes, { words: typeWords, required: true }),
    // What is left open means all: all bases, all plots of a base, all devices of the type.
    areaId: ref('area', {}),
    landId: ref('land', { dependsOn: 'areaId' }),
    deviceIds: refs('device', { max: 100, dependsOn: 'deviceType' }),
    trigger: choice(alarmTriggers, { required: true }),
    /** A channel, or a reading: then each layer of a probe counts by itself. Of a command, what is moved; empty: anything. */
    metric: within(
      'deviceType',
      onlyWhen('trigger', [...measuredTriggers, 'noData', 'command'], text({ max: 60 })),
    ),
    operator: onlyWhen('trigger', limited, choice(alarmOperators, {}), 'needed'),
    value: onlyWhen('trigger', limited, decimal(limit), 'needed'),
    value2: onlyWhen('operator', ['between', 'outside'], decimal(limit), 'needed'),
    /** Beyond it the alarm is an emergency. */
    severeValue: onlyWhen(
      'operator',
      ['above', 'atLeast', 'below', 'atMost', 'either'],
      decimal(limit),
    ),
    /** The level goes down again when the value is back from the emergency limit; else it stays until the end. */
    fallFlag: onlyWhen('operator', ['above', 'atLeast', 'below', 'atMost', 'either'], flag({})),
    /** How many times within the window; a value that stays beyond the limit is one. */
    times: onlyWhen('trigger', ['count'], integer({ min: 2, max: 1000 }), 'needed'),
    rateMinutes: onlyWhen(
      'trigger',
      ['rate', 'count'],
      integer({ min: 1, max: 1440, unit: 'minute' }),
      'needed',
    ),
    /** As the reading has it; empty: any. */
    faultCode: onlyWhen('trigger', ['fault'], integer({ min: 1, max: 65_535 })),
    /** Where the alarm is over, in place of a hysteresis. */
    clearValue: onlyWhen('trigger', ['threshold'], decimal(limit)),
    hysteresis: onlyWhen('trigger', ['threshold', 'count'], decimal({ max: 99_999, scale: 4 })),
    durationSeconds: onlyWhen('trigger', measuredTriggers, seconds(86_400)),
    silentMinutes: onlyWhen(
      'trigger',
      ['offline', 'noData'],
      integer({ min: 1, max: 10_080, unit: 'minute' }),
    ),
    clearSeconds: onlyWhen('trigger', measuredTriggers, seconds(86_400)),
    /** When alarms may begin; one that has begun lasts until it is over. */
    activeHours: activeHours(),
    repeatFlag: flag({}),
    silenceSeconds: seconds(604_800),
    action: choice(alarmActions, {}),
    enabledFlag: flag({}),
    state: choice(alarmRuleStates, { readonly: true }),
    /** It was made of what this stage of a batch asks of its surroundings. */
    batchId: ref('batch', { readonly: true }),
    batchStage: text({ max: 20, readonly: true }),
    description: text({ max: 200 }),
  },
})
export const alarmRuleScreen = entityScreen('warning-manage', alarmRule, {
  route: '/web/equipment/warning-manage',
  module: 'farm',
  group: 'automation',
  icon: 'threshold',
  at: 6,
  isSetUp: true,
})

const key = z.coerce.number().int().positive()
export const backTestDays = 7
/** Alarms that one answer of a back-test tells of. */
export const mostBackTested = 100
const episode = z.object({
  deviceId: z.int(),
  deviceName: z.string(),
  metric: z.string(),
  /** What somebody called that channel. */ channelName: z.string().nullable(),
  /** The value that was farthest from the limit; null where there is none. */
  peak: z.number().nullable(),
  level: z.literal(Object.values(alarmLevels)),
  beganAt: z.string(),
  /** null: it would be active now. */
  clearedAt: z.string().nullable(),
})
export type BackTested = z.infer<typeof episode>
export const backTestRule = call({
  endpoint: 'POST /wfpe/v1/{tenant}/alarm-rule/back-test',
  unaudited: true,
  summary: 'What a rule, saved or not, would have raised in the last seven days',
  access: { code: [alarmRule.permissions.create, alarmRule.permissions.edit] },
  input: shape(alarmRule.fields).extend({
    name: z.string().max(60).nullish(),
    id: key.optional(),
    objectVersionNumber: key.optional(),
  }),
  answer: z.object({
    from: z.string(),
    to: z.string(),
    devices: z.int(),
    samples: z.int(),
    total: z.int(),
    /** How many people would have been told of them, cleared ones included. */
    notices: z.int(),
    alarms: z.array(episode),
    /** Not every device or value was looked at: there are too many. */
    isCut: z.boolean(),
  }),
})
export type BackTest = z.infer<typeof backTestRule.answer>
