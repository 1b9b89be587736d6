import { injection } from '#contract/devices/injection.ts'
import { plainDriver } from './driver.ts'

export const injectionDriver = plainDriver(injection)
