import { screen } from '../screen.ts'

export const homeScreen = screen('home', {
  route: '/web/farm/home',
  module: 'farm',
  group: 'today',
  icon: 'home',
  at: 1,
  placed: true,
})
/** The new tenant's guide; a tenant that has a base is sent on. */
export const noviceScreen = screen('novice', {
  route: '/home',
  module: 'farm',
  group: 'today',
  icon: 'guide',
  at: 92,
  hidden: true,
  keepAlive: false,
})
