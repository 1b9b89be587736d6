import { insectSituationLamp } from '#contract/devices/insect-situation-lamp.ts'
import { forecastLamp } from './forecast-lamp.ts'

export const insectSituationLampDriver = forecastLamp(insectSituationLamp)
