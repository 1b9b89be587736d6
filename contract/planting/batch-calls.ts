import { z } from 'zod'
import { call } from '../call.ts'
import { stored } from '../field.ts'
import { groundShape } from '../ground.ts'
import { costCode } from '../inventory/cost.ts'
import { isDay } from '../moment.ts'
import { mostWaiver } from '../farm/plot-lock.ts'
import { batch, batchState } from './batch.ts'

/** What kinds of things a batch takes and gives. */
export const batchFactKinds = [
  'input',
  'labor',
  'machine',
  'water',
  'power',
  'yield',
  'income',
  'other',
] as const

/** What happens around a batch: the kinds of its timeline. */
const batchEventKinds = [
  'task',
  'journal',
  'alarm',
  'stock',
  'stage',
  'state',
  'fact',
  'irrigation',
  'weather',
  'picture',
] as const

const key = z.coerce.number().int().positive()
const version = z.coerce.number().int().positive().optional()
const day = z.iso.date().refine(isDay)
const path = 'wfpf/v1/{tenant}/batch'
const row = z.looseObject({ id: z.int(), objectVersionNumber: z.int() })
const reads = { code: batch.permissions.list }
/** Numbers in a query, such as `3,7`. */
const numbers = z
  .string()
  .max(500)
  .transform((text) => text.split(',').filter(Boolean).map(Number))
  .pipe(z.array(z.int().positive()).max(50))

const asked = { id: key, objectVersionNumber: version }
/** Why it is picked although an interval is not over; asks for a code of its own. */
const override = { override: z.string().trim().min(1).max(mostWaiver).optional() }
const moveOf = (action: 'start' | 'harvest' | 'finish' | 'end' | 'correctStage' | 'fact') => ({
  endpoint: batch.api[action],
  summary: `batch: ${action}`,
  access: { code: batch.permissions[action] },
  rowsOf: batch.name,
  answer: row,
})
/** What moves a batch from state to state; the version is that which its reader saw. */
export const batchMoves = {
  /** The day on which it was really planted; what is expected moves along. */
  start: call({ ...moveOf('start'), input: z.object({ ...asked, plantedOn: day }) }),
  harvest: call({ ...moveOf('harvest'), input: z.object({ ...asked, ...override }) }),
  /** All it yielded, in kilograms: what its facts lack of it is kept as one more. */
  finish: call({
    ...moveOf('finish'),
    input: z.object({
      ...asked,
      ...override,
      finishedOn: day,
      realYield: z.number().min(0).max(99_999_999),
    }),
  }),
  end: call({
    ...moveOf('end'),
    input: z.object({ ...asked, endReason: z.string().trim().min(1).max(200) }),
  }),
}
/** A stage (from 0) was seen to begin on a day. */
export const correctBatchStage = call({
  ...moveOf('correctStage'),
  input: z.object({
    ...asked,
    place: z.int().min(0).max(19),
    startsOn: day,
    picture: stored.nullish(),
    note: z.string().trim().max(200).nullish(),
  }),
})

const kindOfFact = z.enum(batchFactKinds)
/** What somebody writes down of a batch by hand: a cost as it falls, a yield as it is weighed. */
export const keepBatchFact = call({
  ...moveOf('fact'),
  input: z.object({
    id: key,
    kind: kindOfFact,
    title: z.string().trim().min(1).max(60),
    quantity: z.number().min(0).max(99_999_999).nullish(),
    unitName: z.string().trim().max(20).nullish(),
    amount: z.number().min(0).max(99_999_999).nullish(),
    occurredOn: day,
    ...override,
  }),
})
/** Takes back what somebody wrote down by hand; its mirror stays beside it. */
export const reverseBatchFact = call({
  ...moveOf('fact'),
  endpoint: `POST /${path}/{id}/fact/reverse`,
  summary: 'batch: take back what was written down by hand',
  input: z.object({ id: key, factId: key }),
})

/** As `BatchStage` (stages.ts). */
const stage = z.object({
  name: z.string(),
  days: z.int(),
  heatUnits: z.int().nullish(),
  startsOn: z.string(),
  correctedFlag: z.literal([0, 1]),
  by: z.enum(['heat', 'days', 'hand']).optional(),
  heat: z.number().nullish(),
  guessed: z.int().optional(),
})
const state = z.literal(Object.values(batchState))

const batchPlanned = z.object({
  id: z.int(),
  title: z.string(),
  startsOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  lateFlag: z.literal([0, 1]),
  path: z.string(),
})
/** A plan for a batch; `path`: where it is looked at. */
export type BatchPlanned = z.infer<typeof batchPlanned>
/** Batches with their stages' days, as a calendar draws them. */
export const batchPlan = call({
  endpoint: `GET /${path}/plan`,
  summary: 'Batches that stand in some span of days, with the days of their stages',
  access: reads,
  staleAfter: { batch: true, plan: true, planItem: true },
  // chosen: the specification names the call alone
  input: z.object({
    from: day.optional(),
    to: day.optional(),
    areaId: key.optional(),
    batchId: key.optional(),
  }),
  answer: z.array(
    z.object({
      id: z.int(),
      batchName: z.string(),
      batchCode: z.string().nullable(),
      areaId: z.int(),
      cropName: z.string().nullable(),
      varietyName: z.string().nullable(),
      state,
      plantedOn: z.string(),
      expectedHarvestOn: z.string().nullable(),
      finishedOn: z.string().nullable(),
      stages: z.array(stage),
      /** What is to be done for it, of what the caller may see. */
      plans: z.array(batchPlanned),
    }),
  ),
})
export type PlannedBatch = z.infer<typeof batchPlan.answer>[number]

const plot = z.object({
  id: z.int(),
  landName: z.string(),
  landCode: z.string().nullable(),
  acreage: z.number().nullable(),
  areaId: z.int(),
})
/** Plots that a batch could have; `bound`: it has it already. */
export const unboundLand = call({
  endpoint: 'GET /wfpf/v1/{tenant}/land/un-bound/{id}',
  summary:
    'Plots of the base that are free for the days of a batch, and those it has; 0: a new one',
  access: reads,
  input: z.object({
    id: z.coerce.number().int().min(0),
    areaId: key.optional(),
    from: day.optional(),
    to: day.optional(),
  }),
  answer: z.array(plot.extend({ bound: z.boolean() })),
})
/** What grew on a plot, the newest first. */
export const landHistory = call({
  endpoint: 'GET /wfpf/v1/{tenant}/land/{id}/history',
  summary: 'Batches that stand or stood on a plot',
  access: reads,
  staleAfter: { batch: true },
  input: z.object({ id: key }),
  answer: z.array(
    z.object({
      id: z.int(),
      batchName: z.string(),
      batchCode: z.string().nullable(),
      cropName: z.string().nullable(),
      varietyName: z.string().nullable(),
      state,
      plantedOn: z.string(),
      expectedHarvestOn: z.string().nullable(),
      finishedOn: z.string().nullable(),
      realYield: z.number().nullable(),
      /** Which parts of the plot it has; none: all of it. */
      parts: z.array(z.string()),
    }),
  ),
})
export type PastBatch = z.infer<typeof landHistory.answer>[number]

/** What a batch that is being written down would be: what is filled in for it, and what speaks against it. */
export const batchAhead = call({
  endpoint: `GET /${path}/ahead`,
  summary: 'What follows from variety, plots and day of a batch that is being written down',
  access: reads,
  input: z.object({
    id: key.optional(),
    varietyId: key.optional(),
    landIds: numbers.optional(),
    /** `12:Bed 1,12:Bed 2`. */
    parts: z.string().max(3000).optional(),
    plantedOn: day.optional(),
    expectedHarvestOn: day.optional(),
    plantedArea: z.coerce.number().min(0).max(99_999).optional(),
  }),
  answer: z.object({
    /** Of its plots together, in mu; null where one of them says none. */
    acreage: z.number().nullable(),
    expectedHarvestOn: z.string().nullable(),
    expectedYield: z.number().nullable(),
    /** Who has one of the plots in these days. */
    taken: z.array(
      z.object({ landName: z.string(), batchName: z.string(), sharedFlag: z.literal([0, 1]) }),
    ),
    /** Crops of the same family, or the same crop, that grew there within the years that it keeps away from them. */
    rotation: z.array(
      z.object({
        landName: z.string(),
        cropName: z.string(),
        batchName: z.string(),
        plantedOn: z.string(),
        years: z.int(),
      }),
    ),
  }),
})

/** Goods of a batch that a document sold; what was given back is less than nothing. */
const sale = z.object({
  id: z.int(),
  day: z.string(),
  /** null: the document is out of sight. */
  documentCode: z.string().nullable(),
  /** Goods, and to whom. */
  title: z.string(),
  quantity: z.number().nullable(),
  unitName: z.string().nullable(),
  /** Of one, as it was sold. */
  price: z.number().nullable(),
  amount: z.number(),
})
export type BatchSale = z.infer<typeof sale>
/** So many are listed, the latest first. */
export const mostSales = 200

/** What the page of a batch shows beside its record. */
export const batchFigures = call({
  endpoint: `GET /${path}/{id}/figures`,
  summary: 'Stages, plots and costs of a batch',
  access: reads,
  staleAfter: { batch: 'id' },
  hides: { code: costCode, names: ['costs', 'income', 'sales'] },
  input: z.object({ id: key }),
  answer: z.object({
    today: z.string(),
    cropPicture: z.string().nullable(),
    /** What attacks the crop in the stage that it is in, or in all. */
    pests: z.array(z.object({ name: z.string(), signs: z.string().nullable() })),
    stages: z.array(stage.extend({ picture: z.string().nullable(), note: z.string().nullable() })),
    plots: z.array(plot.extend({ boundary: groundShape.nullable() })),
    /** Flow meters on its plots book its water: what reports say of it is noted, not charged. */
    meteredFlag: z.literal([0, 1]),
    /** What it cost by kind. */
    costs: z.array(z.object({ kind: kindOfFact, amount: z.number() })).optional(),
    /** What was taken in for it; null: nothing yet. */
    income: z.number().nullable().optional(),
    /** Of it, what was sold by documents, the latest first. */
    sales: z.array(sale).optional(),
  }),
})
export type BatchFigures = z.infer<typeof batchFigures.answer>

const event = z.object({
  kind: z.enum(batchEventKinds),
  id: z.int(),
  at: z.string(),
  title: z.string(),
  detail: z.record(z.string(), z.unknown()).optional(),
  path: z.string().optional(),
})
/** One thing that happened around a batch; `path`: where it is dealt with. */
export type BatchEvent = z.infer<typeof event>
/** The timeline of a batch, the newest first. */
export const batchTimeline = call({
  endpoint: `GET /${path}/{id}/timeline`,
  summary: 'Everything that happened around a batch, of the kinds that the caller may see',
  access: reads,
  staleAfter: { batch: 'id' },
  hides: { code: costCode, names: ['amount'] },
  input: z.object({
    id: key,
    kind: z.enum(batchEventKinds).optional(),
    before: z.iso.datetime({ offset: true }).optional(),
  }),
  answer: z.object({
    /** Kinds that there can be for the caller. */
    kinds: z.array(z.enum(batchEventKinds)),
    events: z.array(event),
    /** Where the next page begins; null: that was all. */
    next: z.string().nullable(),
  }),
})
