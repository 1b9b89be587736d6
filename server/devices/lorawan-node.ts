import { lorawanNode } from '#contract/devices/lorawan-node.ts'
import { plainDriver } from './driver.ts'

export const lorawanNodeDriver = plainDriver(lorawanNode)
