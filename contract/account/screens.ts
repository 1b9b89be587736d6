import { screen } from '../screen.ts'

export const accountScreen = screen('account', {
  route: '/web/user',
  module: 'farm',
  group: 'today',
  icon: 'account',
  at: 90,
  hidden: true,
})
/** Everybody's own long work: exports, imports. */
export const jobsScreen = screen('jobs', {
  route: '/web/user/jobs',
  module: 'farm',
  group: 'today',
  icon: 'jobs',
  at: 91,
  hidden: true,
})
