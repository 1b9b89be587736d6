import { domain } from '../domain.ts'
import { planItem, planItemScreen } from './plan-item.ts'
import { planPackage, planPackageScreen } from './plan-package.ts'
import { plan as planEntity, planScreen } from './plan.ts'

/** What is to be done in a season, and how a crop is grown. */
export const plan = domain('plan', {
  entities: [planPackage, planEntity, planItem],
  screens: [planScreen, planItemScreen, planPackageScreen],
})
