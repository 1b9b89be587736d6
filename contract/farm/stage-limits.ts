import { decimal } from '../field.ts'

/** What a stage may ask of its surroundings, each with the names of its two limits. */
export const stageQuantities = {
  airTemperature: { least: 'airTemperatureMin', most: 'airTemperatureMax' },
  airHumidity: { least: 'airHumidityMin', most: 'airHumidityMax' },
  soilMoisture: { least: 'soilMoistureMin', most: 'soilMoistureMax' },
} as const
export type StageQuantity = keyof typeof stageQuantities
export type StageLimits = Partial<
  Record<(typeof stageQuantities)[StageQuantity]['least' | 'most'], number | null>
>

// As far as the readings of the device catalogue go (contract/devices).
const celsius = { min: -40, max: 80, scale: 1, unit: 'celsius' }
const percent = { min: 0, max: 100, scale: 1, unit: 'percent' }
export const stageLimits = {
  airTemperatureMin: decimal(celsius),
  airTemperatureMax: decimal(celsius),
  airHumidityMin: decimal(percent),
  airHumidityMax: decimal(percent),
  soilMoistureMin: decimal(percent),
  soilMoistureMax: decimal(percent),
}

/** The first upper limit that is not above its lower one; null: all are in order. */
export function crossedLimit(stage: StageLimits): keyof StageLimits | null {
  for (const { least, most } of Object.values(stageQuantities)) {
    const [low, high] = [stage[least], stage[most]]
    if (low !== null && low !== undefined && high !== null && high !== undefined && high <= low)
      return most
  }
  return null
}
