import type { Definition } from '#src/kit/definition/resource.ts'
import { simulatedFarmPage } from './simulated-farm.ts'

export const simulation: readonly Definition[] = [simulatedFarmPage]
