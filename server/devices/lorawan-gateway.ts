import { lorawanGateway } from '#contract/devices/lorawan-gateway.ts'
import { plainDriver } from './driver.ts'

export const lorawanGatewayDriver = plainDriver(lorawanGateway)
