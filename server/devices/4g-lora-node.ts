import { lora4gNode } from '#contract/devices/4g-lora-node.ts'
import { plainDriver } from './driver.ts'

export const lora4gNodeDriver = plainDriver(lora4gNode)
