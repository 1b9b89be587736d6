import { z } from 'zod'
import { actTimes } from '../act.ts'
import { call, pageOf, pageQuery } from '../call.ts'
import { mostWaiver, plotLock } from '../farm/plot-lock.ts'
import { mostAnswer, mostChecks, mostOwnFields } from '../farm/task-asks.ts'
import { mostPieces } from '../farm/piece.ts'
import { stored } from '../field.ts'
import { screen } from '../screen.ts'
import { act } from './act.ts'
import {
  mostMachines,
  mostOwnNote,
  mostOwnPhotos,
  mostTaskPeople,
  mostTaskPlots,
  ownTask,
  ownTaskList,
  task,
} from './task.ts'

const key = z.coerce.number().int().positive()
const version = z.coerce.number().int().positive()
const record = z.looseObject({ id: z.int(), objectVersionNumber: z.int() })
const asked = { id: key, objectVersionNumber: version.optional() }
const words = (max: number) => z.string().trim().max(max)
const hasScale = (digits: number) => (value: number) =>
  Math.abs(value * 10 ** digits - Math.round(value * 10 ** digits)) < 1e-6
/** Ids with commas between them. */
const numbers = (most: number) =>
  z.string().regex(new RegExp(String.raw`^\d+(,\d+){0,${most - 1}}$`))
const yesOrNo = z.literal([0, 1]) as z.ZodType<0 | 1>
const quantity = z.number().min(0.001).max(9_999_999).refine(hasScale(3))

const move = <const S extends z.ZodRawShape>(
  action: Exclude<keyof typeof task.permissions, 'list' | 'override' | 'copy'>,
  summary: string,
  input: S,
) =>
  call({
    endpoint: task.api[action],
    summary: `task: ${summary}`,
    access: { code: task.permissions[action] },
    rowsOf: 'task',
    input: z.object({ ...asked, ...input }),
    answer: record,
  })
const reason = { reason: words(200).min(1) }
/** Why a plot is entered or picked although it is locked; asks for a code of its own. */
const override = { override: words(mostWaiver).min(1).optional() }
/** What somebody reports who has finished. */
const report = {
  hours: z
    .array(
      z.object({
        workerId: key,
        hours: z.number().min(0.1).max(999).refine(hasScale(1)).nullish(),
        /** Of a task that is paid by the piece: they are paid instead of the hours. */
        pieces: z.number().min(0.01).max(mostPieces).refine(hasScale(2)).nullish(),
      }),
    )
    .min(1)
    .max(mostTaskPeople),
  /** People who reported their own part and of whom nothing counts. Whoever is named nowhere counts as they said. */
  leftOut: z.array(key).max(mostTaskPeople).optional(),
  /** Whence it was taken. */
  warehouseId: key.nullish(),
  used: z
    .array(z.object({ skuId: key, lot: words(40).nullish(), quantity }))
    .max(50)
    .optional(),
  machines: z
    .array(
      z.object({
        machineKindId: key,
        /** Which of them. */
        which: words(40).nullish(),
        hours: z.number().min(0.1).max(999).refine(hasScale(1)),
      }),
    )
    .max(mostMachines)
    .optional(),
  /** Cubic meters that no meter counts. */
  waterUsed: z.number().min(0.001).max(999_999).refine(hasScale(3)).nullish(),
  photos: z.array(stored).max(9).optional(),
  /** By the names of what the task asks for; the rest counts as not answered. */
  checklist: z
    .array(z.object({ item: words(100).min(1), doneFlag: yesOrNo.nullish() }))
    .max(mostChecks)
    .optional(),
  ownFields: z
    .array(
      z.object({
        name: words(40).min(1),
        answer: words(mostAnswer).nullish(),
        yesFlag: yesOrNo.nullish(),
      }),
    )
    .max(mostOwnFields)
    .optional(),
  harvestSkuId: key.nullish(),
  /** In the unit of the goods; kilograms where none are named. */
  harvested: z.number().min(0).max(9_999_999).refine(hasScale(3)).nullish(),
  /** What that weighs, where the goods do not say; asked for where it is the yield of a batch. */
  harvestedKg: z.number().min(0).max(9_999_999).refine(hasScale(3)).nullish(),
  reportNote: words(500).nullish(),
}
export type OwnReport = Pick<
  z.output<(typeof taskMoves)['reportOwn']['input']>,
  'hours' | 'pieces' | 'note' | 'photos'
>
export type TaskReport = z.infer<z.ZodObject<typeof report>>
/**
 * Lots whose last day was over were used all the same: without it they are asked about (409
 * `task.expired`).
 */
const meant = { accepted: z.array(z.literal('expired')).max(1).optional() }
/** What a refused report used although its last day was over. */
export interface ExpiredUse {
  name: string
  lot: string | null
  date: string
}

export const taskMoves = {
  assign: move('assign', 'give it to a leader and their people', {
    leaderId: key,
    participantIds: z.array(key).max(mostTaskPeople).optional(),
  }),
  claim: move('claim', 'take what nobody has yet', actTimes),
  start: move('start', 'begin; refused while a plot may not be entered or picked', {
    ...override,
    ...act,
  }),
  reportOwn: move('reportOwn', 'say what one did of it oneself; said again, it is as said last', {
    hours: z.number().min(0.1).max(999).refine(hasScale(1)).nullish(),
    pieces: z.number().min(0.01).max(mostPieces).refine(hasScale(2)).nullish(),
    note: words(mostOwnNote).nullish(),
    photos: z.array(stored).max(mostOwnPhotos).optional(),
    ...actTimes,
  }),
  finish: move(
    'finish',
    'report hours, machines, water, what was used and what came of it; nothing is picked in its interval',
    {
      ...report,
      ...override,
      ...meant,
      ...act,
    },
  ),
  cancel: move('cancel', 'call it off', reason),
  end: move('end', 'end it as it is: what was reported is posted', reason),
  reject: move('reject', 'send it back to be done again', reason),
  adopt: move(
    'adopt',
    'accept it: stock, hours, machines, water and the batch’s costs are posted at once',
    { ...override, ...meant },
  ),
  /** `reason`: asked for once ten minutes have passed. */
  undo: move('undo', 'take back what was accepted, by mirrored rows', {
    reason: words(200).min(1).optional(),
  }),
}

const base = '/wfpf/v1/{tenant}/task'
const mine = { code: ownTaskList }
export const myTaskParts = [
  'open',
  'today',
  'overdue',
  'coming',
  'free',
  'waiting',
  'done',
] as const
export type MyTaskPart = (typeof myTaskParts)[number]
/** `free`: nobody's yet, to be taken where the tenant lets people. */
export const myTasks = call({
  endpoint: `GET ${base}/mine`,
  summary: 'Tasks that the caller leads or takes part in',
  access: mine,
  rowsOf: 'task',
  staleAfter: { task: true },
  input: z.object({ ...pageQuery, part: z.enum(myTaskParts).optional(), areaId: key.optional() }),
  answer: pageOf(record).extend({
    counts: z.record(z.enum(myTaskParts), z.int()),
    /** The caller is no worker of this tenant yet: nobody can give them anything. */
    isWorker: z.boolean(),
    /** Which. */
    workerId: z.int().nullable(),
  }),
})
/** Goods that a task will take and of which begun ones leave too little. */
const shortGoods = z.object({ skuId: z.int(), free: z.number() })
export type ShortGoods = z.infer<typeof shortGoods>
export const myTask = call({
  endpoint: `GET ${base}/mine/{id}`,
  summary: 'One of them, with what keeps it from being begun',
  access: mine,
  rowsOf: 'task',
  staleAfter: { task: 'id' },
  input: z.object({ id: key }),
  answer: z.object({
    task: record,
    locks: z.array(plotLock),
    short: z.array(shortGoods),
    /** Who asks. */
    workerId: z.int().nullable(),
  }),
})
/** Who is told which plots may not be entered. */
export const lockCodes = [ownTaskList, ...[task.permissions.list].flat()]
export const plotLocks = call({
  endpoint: 'GET /wfpf/v1/{tenant}/land/locks',
  summary: 'Plots that may not be entered, or picked, until a moment',
  access: { code: lockCodes },
  staleAfter: { task: true, stockDocument: true },
  input: z.object({ areaId: key.optional() }),
  answer: z.array(plotLock),
})
export const onHandLot = z.object({
  skuId: z.int(),
  lot: z.string().nullable(),
  expiresOn: z.string().nullable(),
  quantity: z.number(),
})
export type OnHandLot = z.infer<typeof onHandLot>
/** Lots of what a task takes, those that end first at the head. */
export const taskLots = call({
  endpoint: `GET ${base}/lots`,
  summary: 'What of these goods lies in a warehouse and no other task will take, lot by lot',
  access: { code: [ownTask.finish, task.permissions.list] },
  input: z.object({
    warehouseId: key,
    skuIds: numbers(50),
    /** The task that asks: what is reserved for itself counts as free. */
    taskId: key.optional(),
  }),
  answer: z.array(onHandLot),
})

const weight = z.object({
  unitName: z.string().nullable(),
  enName: z.string().nullable(),
  /** What one of it weighs; null where nobody said. */
  kilograms: z.number().nullable(),
  /** It is counted by weight: whoever says how much says how heavy. */
  massFlag: yesOrNo,
})
export type ProduceWeight = z.infer<typeof weight>
export const produceWeight = call({
  endpoint: `GET ${base}/produce/{skuId}`,
  summary: 'What some goods are counted in, and what one of it weighs',
  access: { code: [ownTask.finish, task.permissions.list] },
  input: z.object({ skuId: key }),
  answer: weight,
})

const goodsDose = z.object({
  skuId: z.int(),
  name: z.string(),
  unitName: z.string().nullable(),
  /** On a mu, in its unit. */
  dosePerMu: z.number(),
  /** For all of the area; null where nobody knows how large it is. */
  quantity: z.number().nullable(),
})
export type GoodsDose = z.infer<typeof goodsDose>
export const taskDoses = call({
  endpoint: `GET ${base}/doses`,
  summary: 'How much of these goods some plots take, by what each says a mu does',
  access: { code: [task.permissions.create, task.permissions.edit] },
  input: z.object({
    landIds: numbers(mostTaskPlots).optional(),
    /** Which parts of them alone: `12:Bed 1,12:Bed 2`. */
    parts: z.string().max(3000).optional(),
    skuIds: numbers(50),
  }),
  answer: z.object({
    /** Of the plots, or the parts that are named of them, in mu; null where one of them does not say. */
    area: z.number().nullable(),
    goods: z.array(goodsDose),
  }),
})

const optionShape = {
  /** What is finished waits until somebody accepts it. */
  acceptFlag: z.literal([0, 1]),
  /** People may take tasks that nobody has. */
  claimFlag: z.literal([0, 1]),
  /** Where a task was begun and finished is kept, of whoever lets their phone say so. */
  placeFlag: z.literal([0, 1]),
  /** So long people work a day; whoever is planned for longer is named where people are chosen. */
  dayHours: z.number().min(1).max(24).refine(hasScale(1)),
}
const option = z.object({ ...optionShape, objectVersionNumber: z.int() })
export type TaskOption = z.infer<typeof option>
export const taskOption = call({
  endpoint: `GET ${base}/option`,
  summary: 'How the tenant works with tasks',
  access: { code: [ownTaskList, task.permissions.list] },
  input: z.object({}),
  answer: option,
})
export const optionCode = 'wfpf.farm.taskManger.ps.option'
export const saveTaskOption = call({
  endpoint: `PUT ${base}/option`,
  summary: 'Changes it',
  access: { code: optionCode },
  input: z.object({
    ...optionShape,
    // Who knows nothing of it leaves it as it is.
    dayHours: optionShape.dayHours.optional(),
    placeFlag: optionShape.placeFlag.optional(),
    objectVersionNumber: z.int().min(0),
  }),
  answer: option,
})

export const myTasksScreen = screen('task', {
  route: '/web/farm/task',
  module: 'farm',
  group: 'today',
  icon: 'check-task',
  at: 2,
  count: 'task',
  placed: true,
  keepAlive: false,
  permission: ownTaskList,
  buttons: ownTask,
})
