import { valueRegulated } from '#contract/devices/value-regulated.ts'
import { plainDriver } from './driver.ts'

export const valueRegulatedDriver = plainDriver(valueRegulated)
