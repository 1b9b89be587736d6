import { acquisitionControl } from '#contract/devices/acquisition-control.ts'
import { plainDriver } from './driver.ts'

export const acquisitionControlDriver = plainDriver(acquisitionControl)
