import { forecastLamp } from './forecast-lamp.ts'

export const insectSituationLamp = forecastLamp
