import { electricValve } from '#contract/devices/electric-valve.ts'
import { plainDriver } from './driver.ts'

export const electricValveDriver = plainDriver(electricValve)
