import type { Definition } from '#src/kit/definition/resource.ts'
import { planItemList } from './plan-item.ts'
import { packages } from './plan-package.ts'
import { plans } from './plan.ts'

export const plan: readonly Definition[] = [plans, planItemList, packages]
