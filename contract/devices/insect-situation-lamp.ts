import { forecastLamp } from './forecast-lamp.ts'

/** Pest forecast lamp of the first generation. */
export const insectSituationLamp = forecastLamp()
