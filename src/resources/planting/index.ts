import type { Definition } from '#src/kit/definition/resource.ts'
import { areaCosts } from './area-cost.ts'
import { batches } from './batch.ts'
import { seeds } from './seed.ts'

export const planting: readonly Definition[] = [batches, areaCosts, seeds]
