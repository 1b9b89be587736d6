import type { Reading } from './device-type.ts'

const counted = { isCalculated: true, circuits: 99 } as const
/**
 * What can be worked out on a device from what others measure. Several of a kind are numbered:
 * `calcVpd.2`. Their units are fixed
 * here, so that a calculated value is checked, drawn, alarmed and exported as any other.
 */
export const calculatedReadings = {
  calcTemperature: { ...counted, unit: '°C', min: -100, max: 500, decimals: 1 },
  calcHumidity: { ...counted, unit: '%', min: 0, max: 100, decimals: 1 },
  calcShare: { ...counted, unit: '%', min: -1_000_000, max: 1_000_000, decimals: 1 },
  calcVpd: { ...counted, unit: 'kPa', min: -5, max: 20, decimals: 2 },
  calcDegreeDays: { ...counted, unit: '°C·d', min: 0, max: 20_000, decimals: 1 },
  calcDepth: { ...counted, unit: 'mm', min: -100_000, max: 100_000, decimals: 1 },
  calcVolume: { ...counted, unit: 'm³', min: -1_000_000_000, max: 1_000_000_000, decimals: 2 },
  calcFlow: { ...counted, unit: 'm³/h', min: -1_000_000, max: 1_000_000, decimals: 2 },
  calcPower: { ...counted, unit: 'kW', min: -1_000_000, max: 1_000_000, decimals: 2 },
  calcEnergy: { ...counted, unit: 'kWh', min: -1_000_000_000, max: 1_000_000_000, decimals: 2 },
  calcConcentration: { ...counted, unit: 'mg/L', min: -1_000_000, max: 1_000_000, decimals: 2 },
  calcNumber: { ...counted, min: -1_000_000_000_000, max: 1_000_000_000_000, decimals: 3 },
} as const satisfies Readonly<Record<string, Reading>>
export type CalculatedQuantity = keyof typeof calculatedReadings
