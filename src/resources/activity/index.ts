import type { Definition } from '#src/kit/definition/resource.ts'
import { activityList } from './activity.ts'

export const activity: readonly Definition[] = [activityList]
