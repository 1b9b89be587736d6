import { aeratorIi } from '#contract/devices/aerator-ii.ts'
import { plainDriver } from './driver.ts'

export const aeratorIiDriver = plainDriver(aeratorIi)
