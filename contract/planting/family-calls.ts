import { z } from 'zod'
import { call } from '../call.ts'
import { costCode } from '../inventory/cost.ts'
import { batch, batchState } from './batch.ts'

/** As many as a batch is split into, or merged of. */
export const mostKin = 20
/** How what a batch has cost and yielded so far is shared among its parts. */
export const shareBases = ['area', 'quantity'] as const

const key = z.coerce.number().int().positive()
const version = z.coerce.number().int().positive().optional()
const reads = { code: batch.permissions.list }
const { split, merge } = batch.permissions
const asked = { id: key, objectVersionNumber: version }
const name = z.string().trim().min(1).max(60)
const made = z.object({ ids: z.array(z.int()) })
const figure = z.number().positive().max(9_999_999)

const part = z.object({
  batchName: name,
  landIds: z.array(z.int().positive()).min(1).max(50),
  plantedArea: figure.nullish(),
  quantity: figure.nullish(),
})
/** A part of a batch that is being split. */
export type BatchPart = z.output<typeof part>
/** Ground, area and quantity are divided without a rest; answers the parts. */
export const splitBatch = call({
  endpoint: batch.api.split,
  summary: 'batch: split',
  access: { code: split },
  rowsOf: batch.name,
  input: z.object({
    ...asked,
    share: z.enum(shareBases).optional(),
    parts: z.array(part).min(2).max(mostKin),
  }),
  answer: made,
})
/** With others of the same variety and base into one, which has days and stages of this one. */
export const mergeBatches = call({
  endpoint: batch.api.merge,
  summary: 'batch: merge',
  access: { code: merge },
  rowsOf: batch.name,
  input: z.object({
    ...asked,
    batchName: name,
    others: z
      .array(z.object({ id: z.int().positive(), objectVersionNumber: z.int().positive() }))
      .min(1)
      .max(mostKin - 1),
  }),
  answer: made,
})
/** Takes back a split (said of what was split) or a merge (said of what came of it), as long as nothing has happened since. */
export const undoFamily = call({
  endpoint: 'POST /wfpf/v1/{tenant}/batch/{id}/family/undo',
  summary: 'batch: take back that it was split or merged',
  access: { code: [split, merge] },
  rowsOf: batch.name,
  input: z.object({ ...asked, reason: z.string().trim().min(1).max(200) }),
  answer: made,
})

const member = z.object({
  id: z.int(),
  batchName: z.string(),
  batchCode: z.string().nullable(),
  state: z.literal(Object.values(batchState)),
  plantedArea: z.number().nullable(),
})
const link = z.object({
  parentId: z.int(),
  childId: z.int(),
  kind: z.enum(['split', 'merge']),
  happenedOn: z.string(),
})
/** What became what: ancestors and descendants of a batch, itself among the members. */
export const batchFamily = call({
  endpoint: 'GET /wfpf/v1/{tenant}/batch/{id}/family',
  summary: 'What a batch came of and what became of it',
  access: reads,
  staleAfter: { batch: true },
  input: z.object({ id: key }),
  answer: z.object({
    members: z.array(member),
    links: z.array(link),
    /** What could be taken back here; `openFlag` 0: something has happened since. */
    undo: z.object({ kind: z.enum(['split', 'merge']), openFlag: z.literal([0, 1]) }).nullable(),
  }),
})
export type BatchFamily = z.infer<typeof batchFamily.answer>

const mate = z.object({
  id: z.int(),
  objectVersionNumber: z.int(),
  batchName: z.string(),
  batchCode: z.string().nullable(),
  plantedOn: z.string(),
  stage: z.string().nullable(),
  plantedArea: z.number().nullable(),
  quantity: z.number().nullable(),
  quantityUnitId: z.int().nullable(),
  quantityUnitName: z.string().nullable(),
  landIds: z.array(z.int()),
  cost: z.number().nullable().optional(),
  /** Tasks, recurring ones and plans that are open for it. */
  open: z.int(),
})
export type BatchMate = z.infer<typeof mate>
/** What a dialog says before a batch is split or merged. */
export const familyAhead = call({
  endpoint: 'GET /wfpf/v1/{tenant}/batch/{id}/family/ahead',
  summary: 'A batch and those it could be merged with, with what goes along',
  access: reads,
  staleAfter: { batch: true, task: true, plan: true },
  hides: { code: costCode, names: ['cost'] },
  input: z.object({ id: key }),
  answer: z.object({
    own: mate,
    mates: z.array(mate),
    plots: z.array(z.object({ id: z.int(), landName: z.string(), acreage: z.number().nullable() })),
  }),
})
