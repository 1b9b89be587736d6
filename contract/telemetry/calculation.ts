import { z } from 'zod'
import { call } from '../call.ts'
import type { CalculatedQuantity } from '../devices/calculated.ts'
import { calculatedReadings } from '../devices/calculated.ts'
import { codes, entity, rest, type RowOf } from '../entity.ts'
import {
  choice,
  code,
  date,
  decimal,
  flag,
  id,
  integer,
  lines,
  moment,
  onlyWhen,
  ref,
  shape,
  text,
} from '../field.ts'
import { entityScreen } from '../screen.ts'
import { namePattern } from './formula.ts'

const prefix = 'wfpf.farm.equipment.calculation'
const quantities = Object.fromEntries(
  Object.keys(calculatedReadings).map((name) => [name, name]),
) as { [N in CalculatedQuantity]: N }
/** One channel of a device, or the same of every device of a type that stands on a base. */
export const inputKinds = { channel: 'channel', base: 'base' } as const
/** The newest value, or what the values of a while come to; degree days since a day. */
export const inputOvers = {
  last: 'last',
  mean: 'mean',
  min: 'min',
  max: 'max',
  sum: 'sum',
  count: 'count',
  degreeDays: 'degreeDays',
} as const
/** How the devices of a base are taken together. */
export const inputAcross = { mean: 'mean', min: 'min', max: 'max', sum: 'sum' } as const
/** What of a direction there is: where it points in the mean, and how often it was said. */
export const bearingOvers: readonly string[] = [inputOvers.last, inputOvers.mean, inputOvers.count]
export const bearingAcross: readonly string[] = [inputAcross.mean]
/**
 * `missing`: an input has no value. `broken`: an input, or its device, is deleted. `forbidden`:
 * whoever saved it may no longer see an input. `error`: the result is no number that its quantity
 * can have.
 */
export const calculationStates = {
  active: 'active',
  missing: 'missing',
  broken: 'broken',
  forbidden: 'forbidden',
  error: 'error',
} as const
export const calculationSteps = { m1: 1, m5: 5, m10: 10, m15: 15, m30: 30, m60: 60 } as const
const mostInputs = 12
/** Longer windows are counted by whole hours. */
export const longestRawHours = 48
/** Steps that are worked out once more at most. */
export const mostSteps = 150_000

/** A channel of a device that is worked out from other channels, of this and of other devices. */
export const calculation = entity('calculation', {
  module: 'equipment',
  stored: { view: 'calculation_view' },
  title: 'name',
  deletion: 'gone',
  // chosen: the specification names no calls or codes for calculated values
  permissions: {
    list: prefix,
    ...codes(`${prefix}.ps`, 'create', 'edit', 'delete', 'recalculate'),
  },
  api: rest('wfpe/v1/{tenant}/calculation'),
  fields: {
    id: id(),
    name: text({ required: true, max: 40 }),
    /** The device that it is a channel of. */
    deviceId: ref('device', { required: true, createOnly: true }),
    quantity: choice(quantities, { required: true, createOnly: true }),
    metric: text({ readonly: true, max: 60 }),
    /** Of a plain number; every other quantity has its own. */
    unit: onlyWhen('quantity', [quantities.calcNumber], text({ max: 12 })),
    inputs: lines(
      {
        name: text({ required: true, max: 20, pattern: namePattern }),
        kind: choice(inputKinds, { required: true }),
        deviceId: integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        areaId: integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        deviceType: text({ max: 60 }),
        metric: text({ required: true, max: 60 }),
        across: choice(inputAcross, {}),
        over: choice(inputOvers, { required: true }),
        hours: integer({ min: 1, max: 8784, unit: 'hour' }),
        since: date({}),
        threshold: decimal({ min: -50, max: 50, unit: '°C' }),
      },
      { required: true, max: mostInputs },
    ),
    formula: text({ required: true, max: 500 }),
    stepMinutes: code(calculationSteps, { required: true }),
    enabledFlag: flag({}),
    state: choice(calculationStates, { readonly: true }),
    /** Inputs that the state is about. */
    problem: text({ readonly: true, max: 400 }),
    lastValue: decimal({
      readonly: true,
      min: -1_000_000_000_000,
      max: 1_000_000_000_000,
      scale: 6,
    }),
    lastAt: moment({ readonly: true }),
    calculatedTo: moment({ readonly: true }),
    description: text({ max: 200 }),
  },
})
export const calculationScreen = entityScreen('calculation', calculation, {
  route: '/web/equipment/calculation',
  module: 'farm',
  group: 'equipment',
  icon: 'formula',
  at: 8,
  isSetUp: true,
})
type Calculation = RowOf<typeof calculation>
export type CalculationInput = Calculation['inputs'][number]

const key = z.coerce.number().int().positive()
const base = '/wfpe/v1/{tenant}/calculation'
export const tryCalculation = call({
  endpoint: `POST ${base}/try`,
  summary: 'What a calculation, saved or not, comes to with the values of now; nothing is stored',
  unaudited: true,
  access: { code: [calculation.permissions.create, calculation.permissions.edit] },
  input: shape(calculation.fields)
    .extend({
      name: z.string().max(40).nullish(),
      id: key.optional(),
      objectVersionNumber: key.optional(),
    })
    .partial({ deviceId: true, quantity: true }),
  answer: z.object({
    inputs: z.array(z.object({ name: z.string(), value: z.number().nullable() })),
    value: z.number().nullable(),
    unit: z.string(),
    /** Why there is no value. */
    state: z.enum(['active', 'missing', 'error']),
    problem: z.string().nullable(),
  }),
})
export type Tried = z.infer<typeof tryCalculation.answer>
export const recalculate = call({
  endpoint: `POST ${base}/{id}/recalculate`,
  summary: 'Works a calculation out once more from a day on; what stood there goes',
  access: { code: calculation.permissions.recalculate },
  input: z.strictObject({ id: key, from: z.iso.date() }),
  answer: z.looseObject({ id: z.int(), objectVersionNumber: z.int() }),
})
export const deviceCalculations = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/{id}/calculations',
  summary: 'Calculated channels of a device, with their formulas and how they stand',
  access: 'signed-in',
  input: z.object({ id: key }),
  answer: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      metric: z.string(),
      formula: z.string(),
      state: z.enum(calculationStates),
      problem: z.string().nullable(),
    }),
  ),
})
