import { z } from 'zod'
import { call, nothing } from '../call.ts'
import { typeCodes, typeWords } from '../devices/index.ts'
import { codes, entity, rest } from '../entity.ts'
import { choice, choices, code, flag, id, integer, onlyWhen, ref, refs, text } from '../field.ts'
import { entityScreen } from '../screen.ts'
import { referenceStates } from '../reference-states.ts'
import { robotChannels } from '../message/ways.ts'
import { alarmLevels } from './alarm-rule.ts'

const prefix = 'wfpf.farm.equipment.warningStaff'
/** `bell` is the console's own; the last three are robots in a group chat. */
export const alarmChannels = {
  bell: 'bell',
  sms: 'sms',
  dingtalk: 'dingtalk',
  feishu: 'feishu',
  wecom: 'wecom',
} as const
export type AlarmChannel = (typeof alarmChannels)[keyof typeof alarmChannels]
/** Monday is 1. */
const weekdays = {
  monday: '1',
  tuesday: '2',
  wednesday: '3',
  thursday: '4',
  friday: '5',
  saturday: '6',
  sunday: '7',
} as const

/** Who is told of which alarms, when and how; and who next, when nobody acknowledges (docs/specification.md 7.3). */
export const alarmContact = entity('alarmContact', {
  module: 'equipment',
  title: 'name',
  deletion: 'gone',
  placed: 'bases',
  permissions: {
    list: prefix,
    ...codes(`${prefix}.ps`, 'create', 'edit', 'delete', 'robot', 'test', ['confirm', 'test']),
  },
  api: {
    ...rest('wfpe/v1/{tenant}/alarm-contact'),
    robot: 'PUT /wfpe/v1/{tenant}/alarm-contact/{id}/robot',
    test: 'POST /wfpe/v1/{tenant}/alarm-contact/{id}/test',
    confirm: 'POST /wfpe/v1/{tenant}/alarm-contact/{id}/confirm',
  },
  stateField: 'channel',
  states: { robot: robotChannels, confirm: [alarmChannels.sms] },
  fields: {
    id: id(),
    name: text({ required: true, max: 40 }),
    userId: ref('user', { required: true }),
    channel: choice(alarmChannels, { required: true }),
    // What is left empty means all.
    areaIds: refs('area', { max: 50 }),
    deviceTypes: choices(typeCodes, { words: typeWords }),
    minLevel: code(alarmLevels, { required: true }),
    weekdays: choices(weekdays, {}),
    // Over midnight where the end comes before the beginning.
    fromHour: integer({ min: 0, max: 23, unit: 'hour' }),
    toHour: integer({ min: 1, max: 24, unit: 'hour' }),
    stage: integer({ min: 1, max: 9, required: true }),
    escalateMinutes: integer({ min: 1, max: 1440, unit: 'minute' }),
    /** Host of the robot's address: the address itself opens the group to whoever knows it. */
    robotHost: onlyWhen('channel', robotChannels, text({ max: 200, readonly: true })),
    /** The number that whoever holds it has confirmed by a code: no alarm goes to another. */
    confirmedPhone: onlyWhen('channel', [alarmChannels.sms], text({ max: 20, readonly: true })),
    enabledFlag: flag({}),
    /** `broken`: it names bases that are deleted. */
    state: choice(referenceStates, { readonly: true }),
  },
})
export const alarmContactScreen = entityScreen('warning-staff', alarmContact, {
  route: '/web/equipment/warning-staff',
  module: 'farm',
  group: 'automation',
  icon: 'contact',
  at: 7,
  isSetUp: true,
})

const key = z.coerce.number().int().positive()
const version = z.int().positive().optional()
export const setRobot = call({
  endpoint: alarmContact.api.robot,
  summary: 'The robot’s address and signing secret; neither is ever answered again',
  access: { code: alarmContact.permissions.robot },
  input: z.object({
    id: key,
    objectVersionNumber: version,
    url: z.string().trim().max(500),
    secret: z.string().trim().max(200).nullish(),
  }),
  answer: nothing,
})
export const testContact = call({
  endpoint: alarmContact.api.test,
  summary: 'Sends one message the way an alarm would come',
  access: { code: alarmContact.permissions.test },
  rate: 'sms',
  input: z.object({ id: key, objectVersionNumber: version }),
  answer: nothing,
})
/** Without a code it sends one; with the code, the number is confirmed. */
export const confirmContact = call({
  endpoint: alarmContact.api.confirm,
  summary: 'Has a contact’s number confirmed by a code: sends it, or takes it',
  access: { code: alarmContact.permissions.confirm },
  rate: 'sms',
  input: z.object({
    id: key,
    objectVersionNumber: version,
    captchaKey: z.string().max(60).optional(),
    captcha: z.string().trim().max(6).optional(),
  }),
  answer: z.object({ captchaKey: z.string().nullable() }),
})
