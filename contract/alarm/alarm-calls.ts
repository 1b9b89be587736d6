import { z } from 'zod'
import { call, nothing, pageOf, pageQuery } from '../call.ts'
import { deviceTypeNames } from '../devices/index.ts'
import { effects } from '../devices/switch-places.ts'
import { codes } from '../entity.ts'
import { screen } from '../screen.ts'
import { alarmChannels } from './alarm-contact.ts'
import { alarmLevels, alarmOperators, alarmTriggers } from './alarm-rule.ts'
import { commandRow } from '../command/command.ts'
import { deviceHistory } from '../equipment/device-calls.ts'
import type { StateRules } from '../state-rules.ts'

const list = 'wfpf.farm.equipment.warning'
const buttons = codes(`${list}.ps`, 'acknowledge', 'assign', 'comment', 'mute', 'clear')
// chosen: the specification names screens for rules and staff, and none for the alarms themselves
export const alarmScreen = screen('warning', {
  route: '/web/equipment/warning',
  module: 'farm',
  group: 'automation',
  icon: 'alarm',
  at: 1,
  count: 'alarms',
  placed: true,
  permission: list,
  buttons,
})

const base = '/wfpe/v1/{tenant}/alarm'
const key = z.coerce.number().int().positive()
const level = z.literal(Object.values(alarmLevels))
export const alarmStates = ['active', 'recovering', 'cleared'] as const
type AlarmState = (typeof alarmStates)[number]
export const alarmRules: StateRules<'clear', AlarmState> = { clear: ['active', 'recovering'] }
/** The order that was not carried out; `name`: what the circuit was called. */
const order = z.object({
  state: z.enum(['timedOut', 'rejected', 'expired']),
  effect: z.enum(effects),
  wanted: z.number(),
  name: z.string().nullable(),
})
export type AlarmOrder = z.infer<typeof order>
/** The rule as it was when the alarm came. */
const limits = z.object({
  operator: z.enum(alarmOperators).nullable(),
  value: z.number().nullable(),
  value2: z.number().nullable(),
  severeValue: z.number().nullable(),
  times: z.int().nullish(),
  faultCode: z.int().nullish(),
  rateMinutes: z.int().nullable(),
  clearValue: z.number().nullish(),
  hysteresis: z.number().nullable(),
  durationSeconds: z.int(),
  silentMinutes: z.int(),
  clearSeconds: z.int(),
  silenceSeconds: z.int(),
  repeatFlag: z.literal([0, 1]),
  order: order.nullish(),
})
export type AlarmLimits = z.infer<typeof limits>
export const alarmRow = z.object({
  id: z.int(),
  ruleId: z.int().nullable(),
  ruleName: z.string(),
  deviceId: z.int(),
  deviceName: z.string(),
  deviceType: z.enum(deviceTypeNames as [string, ...string[]]),
  areaId: z.int().nullable(),
  areaName: z.string().nullable(),
  landName: z.string().nullable(),
  metric: z.string(),
  /** What somebody called that channel. */ channelName: z.string().nullable(),
  trigger: z.enum(alarmTriggers),
  limits,
  level,
  state: z.enum(alarmStates),
  value: z.number().nullable(),
  peak: z.number().nullable(),
  beganAt: z.string(),
  lastAt: z.string(),
  clearedAt: z.string().nullable(),
  acknowledgedAt: z.string().nullable(),
  acknowledgedByName: z.string().nullable(),
  assigneeId: z.int().nullable(),
  assigneeName: z.string().nullable(),
  mutedUntil: z.string().nullable(),
  muteReason: z.string().nullable(),
})
export type AlarmRow = z.infer<typeof alarmRow>
/** `open`: active or recovering. */
const alarmFilterStates = ['open', 'cleared'] as const
export const alarms = call({
  endpoint: `GET ${base}`,
  summary: 'Alarms, newest first',
  access: { code: list },
  staleAfter: { alarm: true },
  input: z.object({
    ...pageQuery,
    state: z.enum(alarmFilterStates).optional(),
    level: z.coerce.number().int().optional(),
    areaId: key.optional(),
    deviceType: z.string().max(40).optional(),
    deviceId: key.optional(),
    unacknowledged: z.enum(['0', '1']).optional(),
    q: z.string().max(100).optional(),
  }),
  answer: pageOf(alarmRow),
})
export const alarmCount = call({
  endpoint: `GET ${base}/count`,
  summary: 'Open alarms by level, and how many nobody has acknowledged',
  access: { code: list },
  staleAfter: { alarm: true },
  input: z.object({ areaId: key.optional() }),
  answer: z.object({
    info: z.int(),
    warning: z.int(),
    emergency: z.int(),
    unacknowledged: z.int(),
  }),
})
export const journalKinds = [
  'irrigationStopped',
  'irrigationRefused',
  'runsBrokenOff',
  'raised',
  'risen',
  'eased',
  'recovering',
  'resumed',
  'cleared',
  'acknowledged',
  'assigned',
  'commented',
  'muted',
  'unmuted',
  'escalated',
  'silenced',
] as const
const line = z.object({
  id: z.int(),
  at: z.string(),
  kind: z.enum(journalKinds),
  byName: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})
const notice = z.object({
  id: z.int(),
  at: z.string(),
  kind: z.enum(['raised', 'repeat', 'risen', 'cleared', 'escalated', 'digest']),
  contactName: z.string(),
  channel: z.enum(alarmChannels),
  state: z.enum(['queued', 'sending', 'sent', 'failed', 'folded', 'digested']),
  error: z.string().nullable(),
  attempts: z.int(),
  sentAt: z.string().nullable(),
})
export type JournalLine = z.infer<typeof line>
export type AlarmNotice = z.infer<typeof notice>
export const alarmDetail = call({
  endpoint: `GET ${base}/{id}`,
  summary: 'One alarm, what happened to it and who was told',
  access: { code: list },
  staleAfter: { alarm: true },
  input: z.object({ id: key }),
  answer: z.object({
    alarm: alarmRow,
    journal: z.array(line),
    notices: z.array(notice),
    /** What it told devices to do, each with what became of it. */ commands: z.array(commandRow),
  }),
})
export const alarmCurve = call({
  endpoint: `GET ${base}/{id}/curve`,
  summary: 'The channel’s values from six hours before the alarm to an hour after',
  access: { code: list },
  input: z.object({ id: key }),
  answer: deviceHistory.answer,
})
const many = z.array(key).min(1).max(500)
export const acknowledgeAlarms = call({
  endpoint: `POST ${base}/acknowledge`,
  summary: 'Takes note of alarms: escalation and repeats end; answers how many were new',
  access: { code: buttons.acknowledge },
  input: z.object({ ids: many }),
  answer: z.int(),
})
export const assignAlarm = call({
  endpoint: `POST ${base}/{id}/assign`,
  summary: 'Who sees to it; null: nobody',
  access: { code: buttons.assign },
  input: z.object({ id: key, assigneeId: key.nullable() }),
  answer: nothing,
})
export const alarmPeople = call({
  endpoint: `GET ${base}/people`,
  summary: 'Who can be assigned',
  access: { code: buttons.assign },
  input: z.object({}),
  answer: z.array(z.object({ id: z.int(), name: z.string() })),
})
const words = z.string().trim().min(1).max(500)
export const commentAlarm = call({
  endpoint: `POST ${base}/{id}/comment`,
  summary: 'A remark in the alarm’s journal',
  access: { code: buttons.comment },
  input: z.object({ id: key, text: words }),
  answer: nothing,
})
export const muteAlarm = call({
  endpoint: `POST ${base}/{id}/mute`,
  summary: 'No notices of this rule and device until then; 0 minutes: again at once',
  access: { code: buttons.mute },
  input: z.object({
    id: key,
    minutes: z.int().min(0).max(10_080),
    reason: z.string().trim().max(200),
  }),
  answer: nothing,
})
export const clearAlarm = call({
  endpoint: `POST ${base}/{id}/clear`,
  summary: 'Ends an alarm by hand; it comes again with the next value beyond the limit',
  access: { code: buttons.clear },
  input: z.object({ id: key, reason: z.string().trim().min(1).max(200) }),
  answer: nothing,
})
