import { screen } from '../screen.ts'

/** What a new tenant does first: a list that is ticked by what is there, and locks nobody out. */
export const noviceScreen = screen('novice', {
  route: '/home',
  module: 'farm',
  group: 'today',
  icon: 'guide',
  at: 92,
  hidden: true,
  keepAlive: false,
})
