import type { Reading } from '#contract/devices/device-type.ts'
import type { DeviceHistory } from '#contract/equipment/device-calls.ts'

/** What a siemens per metre is in each unit that conductivity is spoken of in. */
export const conductivityUnits = {
  'S/m': { factor: 1, decimals: 4 },
  'mS/cm': { factor: 10, decimals: 3 },
  'µS/cm': { factor: 10_000, decimals: 0 },
} as const
export type ConductivityUnit = keyof typeof conductivityUnits
export const conductivityNames = Object.keys(conductivityUnits) as ConductivityUnit[]

/** The unit of a reading of conductivity; null of any other. */
export const conductivityOf = ({ unit }: Pick<Reading, 'unit'>): ConductivityUnit | null =>
  conductivityNames.find((name) => name === unit) ?? null
const factorOf = (from: ConductivityUnit, to: ConductivityUnit) =>
  conductivityUnits[to].factor / conductivityUnits[from].factor

/** A reading of conductivity in another unit, its limits with it. */
export function readingIn(reading: Reading, unit: ConductivityUnit): Reading {
  const own = conductivityOf(reading)
  if (own === null || own === unit) return reading
  const factor = factorOf(own, unit)
  return {
    ...reading,
    unit,
    decimals: conductivityUnits[unit].decimals,
    min: reading.min * factor,
    max: reading.max * factor,
    ...(reading.leastSpan !== undefined && { leastSpan: reading.leastSpan * factor }),
  }
}
/** What was measured, in another unit. */
export function historyIn<Answer extends DeviceHistory>(
  answer: Answer,
  from: ConductivityUnit,
  to: ConductivityUnit,
): Answer {
  if (from === to) return answer
  const factor = factorOf(from, to)
  const scaled = <One extends object>(one: One): One =>
    Object.fromEntries(
      Object.entries(one).map(([name, value]) => [
        name,
        ['min', 'max', 'mean', 'sum'].includes(name) && typeof value === 'number'
          ? value * factor
          : (value as unknown),
      ]),
    ) as One
  return {
    ...answer,
    series: answer.series.map((one) => ({
      ...one,
      summary: one.summary && scaled(one.summary),
      points: one.points.map(scaled),
    })),
  }
}
