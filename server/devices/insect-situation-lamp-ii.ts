import { insectSituationLampIi } from '#contract/devices/insect-situation-lamp-ii.ts'
import { forecastLamp } from './forecast-lamp.ts'

export const insectSituationLampIiDriver = forecastLamp(insectSituationLampIi)
