import { forecastLamp } from './forecast-lamp.ts'

/** Pest forecast lamp of the second generation. */
export const insectSituationLampIi = forecastLamp()
