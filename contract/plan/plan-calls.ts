import { z } from 'zod'
import { call } from '../call.ts'
import { isDay } from '../moment.ts'
import { plotLock } from '../farm/plot-lock.ts'
import { planItemStates, mostItems } from './plan-item.ts'
import { planPackage } from './plan-package.ts'
import { plan } from './plan.ts'

const base = '/wfpf/v1/{tenant}/plan'
const key = z.coerce.number().int().positive()
const version = z.coerce.number().int().positive()
const day = z.iso.date().refine(isDay)
const asked = { id: key, objectVersionNumber: version.optional() }
const record = z.looseObject({ id: z.int(), objectVersionNumber: z.int() })
const reads = { code: plan.permissions.list }
const moved = z.object({ id: z.int(), startsOn: z.string(), endsOn: z.string() })

const movesPlan = (action: 'agree' | 'close' | 'reopen', summary: string) =>
  call({
    endpoint: plan.api[action],
    summary: `plan: ${summary}`,
    access: { code: plan.permissions[action] },
    rowsOf: plan.name,
    input: z.object(asked),
    answer: record,
  })
export const planMoves = {
  agree: movesPlan('agree', 'agree upon it: what its days are now is what they are measured by'),
  close: movesPlan('close', 'put it away; what it has released goes on as tasks'),
  reopen: movesPlan('reopen', 'take it up again'),
}

const chartItem = z.object({
  id: z.int(),
  objectVersionNumber: z.int(),
  title: z.string(),
  taskTypeName: z.string(),
  state: z.literal(Object.values(planItemStates)),
  startsOn: z.string(),
  endsOn: z.string(),
  afterIds: z.array(z.int()),
  lagDays: z.int(),
  progress: z.int(),
  lateFlag: z.literal([0, 1]),
  baselineStartsOn: z.string().nullable(),
  baselineEndsOn: z.string().nullable(),
  slipDays: z.int().nullable(),
  leaderId: z.int().nullable(),
  leaderName: z.string().nullable(),
  people: z.int().nullable(),
  plannedHours: z.number().nullable(),
  taskId: z.int().nullable(),
  /** By how many days it may be late before the plan is. */
  slack: z.int(),
  /** What would keep people off its plots on its first day. */
  locks: z.array(
    plotLock.pick({ landName: true, kind: true, name: true, until: true }).extend({
      /** The item that would cause it; null: what was used already. */
      itemId: z.int().nullable(),
    }),
  ),
})
export type ChartItem = z.infer<typeof chartItem>
/** A plan as it is drawn: its items with the days that hold now, who waits for whom, what must not slip. */
export const planChart = call({
  endpoint: `GET ${base}/{id}/chart`,
  summary: 'Items of a plan with days, dependencies, critical path and what keeps people off',
  access: reads,
  staleAfter: { plan: 'id', planItem: true, task: true, batch: true },
  input: z.object({ id: key }),
  answer: z.object({ today: z.string(), items: z.array(chartItem) }),
})
export type PlanChart = z.infer<typeof planChart.answer>

const movedAnswer = z.object({
  objectVersionNumber: z.int(),
  /** What moved, with the days it has now, and had before. */
  moved: z.array(moved),
  before: z.array(moved),
})
export type MovedAnswer = z.infer<typeof movedAnswer>
const span = z
  .object({ id: key, startsOn: day, endsOn: day })
  .refine(({ startsOn, endsOn }) => startsOn <= endsOn, { path: ['endsOn'] })
/** Moves items by hand; what waits for them moves as far as it must. */
export const movePlanItems = call({
  endpoint: `POST ${base}/{id}/move`,
  summary: 'Gives items other days, and pushes what waits for them',
  access: { code: plan.permissions.edit },
  input: z.object({
    ...asked,
    moves: z.array(span).min(1).max(mostItems),
    /** Undoes: exactly these days, nothing is pushed. */
    exact: z.boolean().optional(),
  }),
  answer: movedAnswer,
})
/** What has not begun cannot begin before today; what waits for it follows. */
export const replanPlan = call({
  endpoint: plan.api.replan,
  summary: 'plan: put what should have begun on today, and push what waits for it',
  access: { code: plan.permissions.replan },
  input: z.object({
    ...asked,
    /** Follow the batch's day of planting, and its warmth, first. */
    follow: z.boolean().optional(),
  }),
  answer: movedAnswer,
})
export const replanAhead = call({
  endpoint: `GET ${base}/{id}/replan`,
  summary: 'What would move if a plan were replanned',
  access: { code: plan.permissions.replan },
  staleAfter: { plan: 'id', planItem: true, task: true, batch: true },
  input: z.object({ id: key, follow: z.coerce.number().int().min(0).max(1).optional() }),
  answer: movedAnswer,
})
/** Leaves the items where they are although planting moved, and asks no more. */
export const keepPlan = call({
  endpoint: `POST ${base}/{id}/keep`,
  summary: 'Keeps the days of a plan although its batch is planted on another day',
  access: { code: plan.permissions.edit },
  rowsOf: plan.name,
  input: z.object(asked),
  answer: record,
})

/** How far ahead items are given to people in one go. */
export const releaseDays = 14
export const releasePlan = call({
  endpoint: plan.api.release,
  summary: 'plan: make tasks of items, by the rights that tasks ask for',
  access: { code: plan.permissions.release },
  input: z.object({
    ...asked,
    /** These; none: all that begin within so many days. */
    itemIds: z.array(key).min(1).max(200).optional(),
    days: z.coerce.number().int().min(0).max(365).optional(),
  }),
  answer: z.object({
    objectVersionNumber: z.int(),
    released: z.array(z.object({ itemId: z.int(), taskId: z.int() })),
  }),
})

const draftItem = z.object({
  no: z.int(),
  title: z.string(),
  taskTypeName: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  after: z.array(z.int()),
  plannedHours: z.number().nullable(),
  people: z.int().nullable(),
  /** How its first day was found: from days, or from warmth. */
  by: z.enum(['days', 'heat']),
  materials: z.array(
    z.object({ name: z.string(), quantity: z.number(), unitName: z.string().nullable() }),
  ),
  machines: z.array(z.object({ name: z.string(), hours: z.number() })),
})
/** What a plan from a package would be. */
export const planAhead = call({
  endpoint: `GET ${base}/ahead`,
  summary: 'What a plan for a batch would be made of, by a package',
  access: { code: plan.permissions.create },
  input: z.object({ batchId: key, packageId: key }),
  answer: z.object({
    /** The crop that the package is for, where the batch is of another. */
    otherCrop: z.string().nullable(),
    plantedOn: z.string(),
    /** In mu; null: nobody said, so neither hours nor inputs are known. */
    area: z.number().nullable(),
    items: z.array(draftItem),
  }),
})

export const copyPackage = call({
  endpoint: planPackage.api.copy,
  summary: 'planPackage: another with the same steps',
  access: { code: planPackage.permissions.copy },
  rowsOf: planPackage.name,
  input: z.object({ id: key, objectVersionNumber: version.optional() }),
  answer: record,
})
