import { networkPower } from '#contract/devices/network-power.ts'
import { plainDriver } from './driver.ts'

export const networkPowerDriver = plainDriver(networkPower)
