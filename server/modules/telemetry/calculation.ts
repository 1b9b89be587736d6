import { sql } from 'kysely'
import { calculatedReadings, type CalculatedQuantity } from '#contract/devices/calculated.ts'
import { channelOf } from '#contract/devices/device-type.ts'
import { deviceTypeNamed, deviceTypes } from '#contract/devices/index.ts'
import {
  bearingAcross,
  bearingOvers,
  calculation,
  calculationSteps,
  deviceCalculations,
  mostSteps,
  recalculate,
  tryCalculation,
  type CalculationInput,
} from '#contract/telemetry/calculation.ts'
import { functionNames, readFormula, type Formula } from '#contract/telemetry/formula.ts'
import { area } from '#contract/farm/area.ts'
import { lockRow, showRow, type Row } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound } from '#server/db/http-error.ts'
import { forgetFrom, metricOf, outcomeOf } from '#server/modules/telemetry/engine/calculate.ts'
import { sourcesOf, worthsAt } from '#server/modules/telemetry/engine/calculated-inputs.ts'
import { crud, demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { maySee, seenDevice } from '#server/modules/equipment/device-access.ts'

type Codes = ReadonlySet<string>
interface Given {
  deviceId?: number | null
  quantity?: CalculatedQuantity | null
  unit?: string | null
  inputs: CalculationInput[]
  formula: string
  stepMinutes: number
}
const line = (at: number, code: string, params: Record<string, string | number> = {}) =>
  invalidFields({ inputs: { code: `calculation.${code}`, params: { at: at + 1, ...params } } })
const needsHours = new Set(['mean', 'min', 'max', 'sum', 'count'])

/** What an input must name, and the caller may see. Errors: 422 with its place. */
async function checkInput(
  tx: Tx,
  codes: Codes,
  at: number,
  input: CalculationInput,
): Promise<void> {
  const { kind, over, metric } = input
  let deviceType = input.deviceType ?? ''
  if (kind === 'channel') {
    const found = input.deviceId
      ? await row<{ deviceType: string }>(
          tx,
          sql`select device_type from device where id = ${input.deviceId}`,
        )
      : null
    if (!found || !maySee(codes, found.deviceType)) throw line(at, 'device')
    deviceType = found.deviceType
  } else {
    if (!input.areaId || !(await showRow(tx, area, input.areaId))) throw line(at, 'base')
    if (!Object.hasOwn(deviceTypes, deviceType) || !maySee(codes, deviceType))
      throw line(at, 'type')
  }
  const reading = channelOf(deviceTypeNamed(deviceType), metric)?.reading
  if (!reading || reading.isInternal || (kind === 'base' && reading.isCalculated))
    throw line(at, 'metric')
  const isNone =
    !bearingOvers.includes(over) ||
    (kind === 'base' && over !== 'count' && !bearingAcross.includes(input.across ?? 'mean'))
  if (reading.isBearing && isNone) throw line(at, 'bearing')
  if (needsHours.has(over) && !input.hours) throw line(at, 'hours')
  if (over === 'degreeDays' && (!input.since || reading.unit !== '°C'))
    throw line(at, input.since ? 'temperature' : 'since')
}
/** Whether what it stands on stands on it, through however many others. */
async function isCycle(
  tx: Tx,
  id: number | null,
  own: string | null,
  inputs: readonly CalculationInput[],
): Promise<boolean> {
  const all = await rows<{ id: number; key: string; inputs: CalculationInput[] }>(
    tx,
    sql`select id, device_id || ':' || quantity || '.' || slot as key, inputs from calculation`,
  )
  const below = new Map(all.filter((one) => one.id !== id).map((one) => [one.key, one.inputs]))
  const waiting = inputs.map(({ deviceId, metric }) => `${deviceId}:${metric}`)
  const seen = new Set<string>()
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (key === own) return true
    if (seen.has(key)) continue
    seen.add(key)
    for (const { deviceId, metric } of below.get(key) ?? []) waiting.push(`${deviceId}:${metric}`)
  }
  return false
}
const unitOf = (quantity: CalculatedQuantity, unit: string | null | undefined) =>
  (calculatedReadings[quantity] as { unit?: string }).unit ?? unit ?? ''
/** Errors: 422 by field. */
async function check(
  tx: Tx,
  codes: Codes,
  { inputs, formula, quantity, unit }: Given,
): Promise<Formula> {
  if (unit && quantity && unitOf(quantity, null) !== '')
    throw invalidFields({
      unit: { code: 'calculation.unit', params: { unit: unitOf(quantity, null) } },
    })
  const names = inputs.map(({ name }) => name)
  for (const [at, input] of inputs.entries()) {
    if (functionNames.includes(input.name)) throw line(at, 'reserved', { name: input.name })
    if (names.indexOf(input.name) < at) throw line(at, 'twice', { name: input.name })
    await checkInput(tx, codes, at, input)
  }
  const read = readFormula(formula)
  if ('fault' in read)
    throw invalidFields({
      formula: { code: `calculation.${read.fault}`, params: { about: read.about } },
    })
  const unknown = [...read.names].find((name) => !names.includes(name))
  if (unknown)
    throw invalidFields({ formula: { code: 'calculation.name', params: { about: unknown } } })
  return read
}
const mostOfKind = 99
/** Errors: 422 once a device has had as many of a kind as there are numbers. */
async function requireRoom(tx: Tx, device: number, quantity: string): Promise<void> {
  const { slot } = (await row<{ slot: number }>(
    tx,
    sql`select coalesce(max(slot), 0)::int as slot from (select slot from calculation
      where device_id = ${device} and quantity = ${quantity}
    union all select split_part(metric, '.', 2)::int from telemetry_day where device_id = ${device}
    and metric like ${`${quantity}.%`}) used`,
  ))!
  if (slot >= mostOfKind) throw invalidFields({ quantity: { code: 'calculation.most' } })
}
type Stored = Row & Given & { deviceId: number; quantity: CalculatedQuantity; metric: string }
const slotOf = ({ metric }: Stored) => Number(metric.split('.')[1])

/** Channels that are worked out from others. */
export function calculations(app: Services): void {
  crud(app, calculation, {
    prepare: async (values, before, { tx }, { codes }) => {
      const given = { ...before, ...values } as unknown as Stored
      await seenDevice(tx, given.deviceId, codes)
      await check(tx, codes, given)
      if (!before) await requireRoom(tx, given.deviceId, given.quantity)
      if (
        before &&
        (await isCycle(tx, before.id, `${given.deviceId}:${given.metric}`, given.inputs))
      )
        throw invalidFields({ inputs: { code: 'calculation.cycle' } })
      return values
    },
    after: async (action, given, { tx }) => {
      if (action === 'delete')
        await sql`delete from device_latest where device_id = ${Number(given.deviceId)}
          and metric = ${String(given.metric)}`.execute(tx)
    },
  })
  serve(
    app,
    tryCalculation,
    ({ id: _id, objectVersionNumber: _version, ...given }, { read, codes }) =>
      read(async (tx) => {
        const asked = given as unknown as Given
        const formula = await check(tx, codes, asked)
        const sources = await sourcesOf(tx, asked.inputs)
        const [worths = {}] = await worthsAt(
          tx,
          sources,
          [Date.now()],
          asked.stepMinutes ?? calculationSteps.m10,
        )
        const quantity = asked.quantity ?? 'calcNumber'
        const outcome = outcomeOf(formula, quantity, worths)
        const state =
          outcome.state === 'missing' || outcome.state === 'error'
            ? outcome.state
            : ('active' as const)
        return {
          ...outcome,
          state,
          inputs: asked.inputs.map(({ name }) => ({ name, value: worths[name] ?? null })),
          unit: unitOf(quantity, asked.unit),
        }
      }),
  )
  serve(app, recalculate, ({ id, from }, { write, codes }) =>
    write(async ({ tx, audit, announce }) => {
      await lockRow(tx, calculation, id)
      const one = (await demand(tx, calculation, id, 'recalculate')) as Stored
      await seenDevice(tx, one.deviceId, codes)
      const { start, steps } = (await row<{ start: string; steps: number }>(
        tx,
        sql`select (${from}::date::timestamp at time zone time_zone) as start,
      (extract(epoch from now() - (${from}::date::timestamp at time zone time_zone)) / 60 / ${one.stepMinutes}::int)::float8 as steps from tenant where id = furrow_tenant()`,
      ))!
      if (steps < 0) throw invalidFields({ from: { code: 'calculation.future' } })
      if (steps > mostSteps)
        throw invalidFields({
          from: {
            code: 'calculation.too_far',
            params: { days: Math.floor((mostSteps * one.stepMinutes) / 1440) },
          },
        })
      await forgetFrom(
        tx,
        { id, deviceId: one.deviceId, quantity: one.quantity, slot: slotOf(one) },
        start,
      )
      await audit({
        entity: calculation.name,
        recordId: id,
        title: String(one.name),
        action: 'recalculate',
        after: { from, metric: metricOf({ quantity: one.quantity, slot: slotOf(one) }) },
      })
      await announce({ resource: calculation.name, ids: [id], kind: 'updated' })
      return (await showRow(tx, calculation, id))!
    }),
  )
  serve(app, deviceCalculations, ({ id }, { read, codes }) =>
    read(async (tx) => {
      const found = await showDevice(tx, id, codes)
      return rows(
        tx,
        sql`select id, name, metric, formula, state, problem from calculation_view
          where device_id = ${found} and enabled_flag = 1 order by name, id`,
      )
    }),
  )
}
async function showDevice(tx: Tx, id: number, codes: Codes): Promise<number> {
  const found = await seenDevice(tx, id, codes)
  if (!found) throw notFound()
  return id
}
