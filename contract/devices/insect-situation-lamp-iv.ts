import { forecastLamp } from './forecast-lamp.ts'

/** Pest forecast lamp of the fourth generation. */
export const insectSituationLampIv = forecastLamp()
