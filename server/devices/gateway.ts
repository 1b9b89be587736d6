import { gateway } from '#contract/devices/gateway.ts'
import { plainDriver } from './driver.ts'

export const gatewayDriver = plainDriver(gateway)
