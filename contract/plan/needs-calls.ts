import { z } from 'zod'
import { call } from '../call.ts'
import { plan } from './plan.ts'

const base = '/wfpf/v1/{tenant}/plan'
const key = z.coerce.number().int().positive()
/** Days of a week on which people work. */
export const workDays = 6

const inputNeed = z.object({
  skuId: z.int(),
  name: z.string(),
  unitName: z.string().nullable(),
  total: z.number(),
  /** What is used in each week. */
  weeks: z.array(z.number()),
  /** What lies in the plan's warehouse, or in those of its base; null: the asker may not know. */
  stock: z.number().nullable(),
  /** Of it, what begun tasks that are not the plan's will take. */
  reserved: z.number().nullable(),
  /** What other plans, and tasks that nobody has begun, will take there. */
  others: z.number().nullable(),
  /** What was asked for and has not come in, drafts included, and what is on its way there. */
  ordered: z.number().nullable(),
  /** What all that lacks for all of it. */
  short: z.number().nullable(),
  /** The week from which on it is not enough. */
  shortFrom: z.string().nullable(),
})
export type InputNeed = z.infer<typeof inputNeed>
const machineNeed = z.object({
  machineKindId: z.int(),
  name: z.string(),
  /** In use, of the base and of no base. */
  machines: z.int(),
  hours: z.number(),
  /** Of each week: what this plan takes, what other plans of the base do, what they have. */
  weeks: z.array(z.object({ hours: z.number(), otherHours: z.number(), capacity: z.number() })),
})
export type MachineNeed = z.infer<typeof machineNeed>
/** A seed of the batch's crop, with what lies of it. */
const seedAhead = z.object({
  id: z.int(),
  name: z.string(),
  germination: z.number().nullable(),
  /** Grams. */
  thousandWeight: z.number().nullable(),
  /** Those that are left, the first to end at the head; none for who may not see stock. */
  lots: z.array(
    z.object({
      id: z.int(),
      lot: z.string(),
      /** As this lot was tested; null: nobody has. */
      germination: z.number().nullable(),
      /** When; null: nobody said. */
      testedOn: z.string().nullable(),
      quantity: z.number(),
      unitName: z.string().nullable(),
    }),
  ),
})
export type SeedAhead = z.infer<typeof seedAhead>
/** What is still to come of a plan, week by week, against what there is. */
export const planNeeds = call({
  endpoint: `GET ${base}/{id}/needs`,
  summary:
    'Inputs, hours, people and machines that a plan still takes, by week, against what there is',
  access: { code: plan.permissions.list },
  staleAfter: {
    plan: 'id',
    planItem: true,
    task: true,
    stockBalance: true,
    stockDocument: true,
    machineKind: true,
    seed: true,
    stockLot: true,
    crop: true,
  },
  input: z.object({ id: key }),
  answer: z.object({
    area: z.number().nullable(),
    /** How the batch's crop usually stands, in centimeters. */
    rowSpacing: z.number().nullable(),
    plantSpacing: z.number().nullable(),
    seeds: z.array(seedAhead),
    /** Of the base, and of no base. */
    workers: z.int(),
    weeks: z.array(
      z.object({
        /** Its Monday. */
        from: z.string(),
        hours: z.number(),
        /** What other tasks on the base take. */
        otherHours: z.number(),
        /** What the workers have. */
        capacity: z.number(),
        /** People on its busiest day. */
        people: z.int(),
      }),
    ),
    inputs: z.array(inputNeed),
    machines: z.array(machineNeed),
  }),
})
export type PlanNeeds = z.infer<typeof planNeeds.answer>

/** Asks to buy what is short: a draft, with the rights that a purchase application asks for. */
export const orderNeeds = call({
  endpoint: `POST ${base}/{id}/order`,
  summary: 'Drafts a purchase application of what stock lacks for a plan',
  access: { code: plan.permissions.list },
  input: z.object({ id: key, warehouseId: key.optional() }),
  answer: z.object({ documentId: z.int() }),
})
