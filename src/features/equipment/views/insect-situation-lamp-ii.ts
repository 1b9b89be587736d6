import { forecastLamp } from './forecast-lamp.ts'

export const insectSituationLampIi = forecastLamp
