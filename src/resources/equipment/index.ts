import type { Definition } from '#src/kit/definition/resource.ts'
import { equipmentLists } from './by-type.ts'
import { devices } from './device.ts'

export const equipment: readonly Definition[] = [...equipmentLists, devices]
