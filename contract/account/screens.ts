import { screen } from '../screen.ts'

export const accountScreen = screen('account', {
  route: '/web/user',
  module: 'farm',
  group: 'account',
  icon: 'user',
  hidden: true,
})
/** Everybody's own long work: exports, imports. */
export const jobsScreen = screen('jobs', {
  route: '/web/user/jobs',
  module: 'farm',
  group: 'account',
  icon: 'audit',
  hidden: true,
})
