import { z } from 'zod'
import { taskRow } from '../approval/task-calls.ts'
import { call, nothing } from '../call.ts'
import { alarmRow } from '../alarm/alarm-calls.ts'
import { effects } from '../devices/switch-places.ts'
import { channelPattern } from '../telemetry/explore-calls.ts'
import { role } from '../system/role.ts'
import { guideSteps } from '../guide/guide-calls.ts'

export const homeBase = '/wfpf/v1/{tenant}/home'
const key = z.coerce.number().int().positive()
/** The base that is chosen in the head of the page; none: all that are seen. */
export const ofBase = { base: key.optional().catch(undefined) }

/** What waits for somebody, in the order in which it does where nothing else decides. */
export const waitingKinds = [
  'alarm',
  'task',
  'activity',
  'plan',
  'approval',
  'document',
  'stock',
  'device',
  'command',
  'sim',
  'run',
  'submission',
] as const
export type WaitingKind = (typeof waitingKinds)[number]
/** What nobody has to do anything about: it comes by itself, or others are asked. */
export const comingKinds: ReadonlySet<WaitingKind> = new Set(['run', 'submission'])
/** Of each kind so many are told, the most urgent first; the rest is in its own list. */
export const mostWaiting = 20

/**
 * `returned`: mine, sent back; `receive`: ordered, or on its way here; `issue`: a transfer that
 * nobody has sent off; `counting`: a count that was begun; `draft`: mine, not handed in.
 */
const documentNeeds = ['returned', 'receive', 'issue', 'counting', 'draft'] as const
export type DocumentNeed = (typeof documentNeeds)[number]

/** `overdue`, `today`: mine to do; `late`, `accept`, `due`, `assign`: a manager's, of others. */
export const taskNeeds = ['overdue', 'today', 'late', 'accept', 'due', 'assign'] as const
export type TaskNeed = (typeof taskNeeds)[number]

const waits = {
  id: z.int(),
  /** 3: now; 2: today; 1: when there is time; 0: it comes by itself. */
  urgency: z.int(),
  /** Since when it waits, as far as it is known. */
  at: z.string().nullable(),
}
const waitingItem = z.discriminatedUnion('kind', [
  z.object({ ...waits, kind: z.literal('alarm'), alarm: alarmRow }),
  z.object({ ...waits, kind: z.literal('approval'), task: taskRow }),
  z.object({
    ...waits,
    kind: z.literal('task'),
    work: z.object({
      title: z.string(),
      need: z.enum(taskNeeds),
      endsOn: z.string(),
      /** Its plots, or the base. */
      place: z.string(),
      leader: z.string().nullable(),
    }),
  }),
  z.object({
    ...waits,
    kind: z.literal('plan'),
    plan: z.object({
      name: z.string(),
      lateItems: z.int(),
      /** How many days later it ends than was agreed; null: nothing was agreed. */
      slipDays: z.int().nullable(),
      areaName: z.string(),
    }),
  }),
  z.object({
    ...waits,
    kind: z.literal('activity'),
    activity: z.object({ name: z.string(), startsAt: z.string(), place: z.string() }),
  }),
  z.object({
    ...waits,
    kind: z.literal('document'),
    document: z.object({
      code: z.string(),
      kind: z.string(),
      need: z.enum(documentNeeds),
      purpose: z.string().nullable(),
      occurredOn: z.string(),
      arrivalDate: z.string().nullable(),
      warehouse: z.string().nullable(),
      partner: z.string().nullable(),
      /** What the first line is of, and how many lines there are. */
      goods: z.string().nullable(),
      lines: z.int(),
    }),
  }),
  z.object({
    ...waits,
    kind: z.literal('stock'),
    balance: z.object({
      skuId: z.int(),
      name: z.string(),
      lot: z.string().nullable(),
      quantity: z.number(),
      unitName: z.string().nullable(),
      warehouseId: z.int(),
      warehouse: z.string(),
      minimum: z.number().nullable(),
      expiresOn: z.string().nullable(),
      warning: z.enum(['negative', 'expired', 'low', 'expiring']),
      alsoWarning: z.enum(['low', 'high']).nullable(),
    }),
  }),
  z.object({
    ...waits,
    kind: z.literal('device'),
    device: z.object({
      name: z.string(),
      deviceType: z.string(),
      areaName: z.string().nullable(),
      landName: z.string().nullable(),
      lastSeenAt: z.string().nullable(),
    }),
  }),
  z.object({
    ...waits,
    kind: z.literal('sim'),
    card: z.object({
      iccid: z.string(),
      deviceName: z.string().nullable(),
      expiresOn: z.string().nullable(),
      warning: z.enum(['expires30', 'expires7', 'expired', 'quota80', 'quota100']),
    }),
  }),
  z.object({
    ...waits,
    kind: z.literal('command'),
    command: z.object({
      deviceId: z.int(),
      deviceName: z.string(),
      deviceType: z.string(),
      switchName: z.string().nullable(),
      actuator: z.string(),
      channel: z.string(),
      effect: z.enum(effects),
      wanted: z.number(),
      state: z.string(),
      /** What the circuit usually takes to confirm; null: it never did. */
      usualMs: z.number().nullable(),
    }),
  }),
  z.object({
    ...waits,
    kind: z.literal('run'),
    run: z.discriminatedUnion('of', [
      z.object({ of: z.literal('rule'), name: z.string() }),
      z.object({
        of: z.literal('strategy'),
        name: z.string(),
        deviceId: z.int(),
        deviceName: z.string(),
        deviceType: z.string(),
      }),
    ]),
  }),
  z.object({ ...waits, kind: z.literal('submission'), task: taskRow }),
])
export type WaitingItem = z.infer<typeof waitingItem>

/** What somebody mostly does: which cards they begin with, and in which order. */
export const homeRoles = ['manager', 'keeper', 'engineer', 'approver', 'worker'] as const
export type HomeRole = (typeof homeRoles)[number]

const code = z
  .string()
  .max(60)
  .regex(/^[\w:-]+$/)
/** Cards of the wide and of the narrow column, in their order, and those that are put away. */
const layout = z.strictObject({
  left: z.array(code).max(40),
  right: z.array(code).max(40),
  hidden: z.array(code).max(40),
})
export type HomeLayout = z.infer<typeof layout>
export const mostPins = 4
export const mostEntries = 6
export const mostFixed = 2
export const pinHours = [24, 72, 168] as const
const pins = z.strictObject({
  /** `12:soilMoisture1`. */
  channels: z.array(z.string().max(60).regex(channelPattern)).max(mostPins),
  hours: z.literal([...pinHours]),
})
/** `null` and none: as the role has it. */
const settings = z.strictObject({
  layout: layout.nullable(),
  entries: z.array(code).max(mostEntries).nullable(),
  pins,
  /** Whether they put the guide of a new tenant aside. */
  guideAway: z.boolean().optional(),
})
export type HomeSettings = z.infer<typeof settings>

export const homeWaiting = call({
  endpoint: `GET ${homeBase}`,
  summary: 'What waits for the caller, and how their first page is arranged',
  access: 'signed-in',
  staleAfter: {
    approval: true,
    alarm: true,
    task: true,
    stockDocument: true,
    stockLimit: true,
    device: true,
    simCard: true,
    controlRule: true,
    home: true,
  },
  input: z.object(ofBase),
  answer: z.object({
    /** Kinds that the caller may see, with how many there are of each. */
    counts: z.array(
      z.object({
        kind: z.enum(waitingKinds),
        count: z.int(),
        /** The same by what is wrong, where its list tells one from another. */
        parts: z.record(z.string(), z.int()).optional(),
      }),
    ),
    items: z.array(waitingItem),
    role: z.enum(homeRoles),
    settings,
    /** Quick entries that everybody has first. */
    fixed: z.array(code),
    mayFix: z.boolean(),
    /** How far the first steps of the tenant are; null: done, or not the caller's to take. */
    guide: z.object({ done: z.int(), of: z.int(), next: z.enum(guideSteps) }).nullable(),
  }),
})
export type HomeWaiting = z.infer<typeof homeWaiting.answer>

export const saveHome = call({
  endpoint: `PUT ${homeBase}`,
  summary: 'Keep how one’s own first page is arranged',
  access: 'signed-in',
  unaudited: true,
  input: settings,
  answer: nothing,
})
export const fixEntries = call({
  endpoint: `PUT ${homeBase}/fixed`,
  summary: 'Quick entries that everybody of the tenant has first',
  access: { code: role.permissions.assign },
  input: z.strictObject({ entries: z.array(code).max(mostFixed) }),
  answer: nothing,
})
