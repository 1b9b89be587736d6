import { forecastLamp } from './forecast-lamp.ts'

export const insectSituationLampIv = forecastLamp
