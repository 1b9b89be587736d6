import { domain } from '../domain.ts'
import { activity, activityScreen } from './activity.ts'

export const activities = domain('activity', {
  entities: [activity],
  screens: [activityScreen],
})
