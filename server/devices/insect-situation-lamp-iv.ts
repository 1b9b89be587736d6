import { insectSituationLampIv } from '#contract/devices/insect-situation-lamp-iv.ts'
import { forecastLamp } from './forecast-lamp.ts'

export const insectSituationLampIvDriver = forecastLamp(insectSituationLampIv)
