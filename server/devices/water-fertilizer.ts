import { waterFertilizer } from '#contract/devices/water-fertilizer.ts'
import { plainDriver } from './driver.ts'

export const waterFertilizerDriver = plainDriver(waterFertilizer)
