import { screen } from '../screen.ts'

export const homeScreen = screen('home', {
  route: '/web/farm/home',
  module: 'farm',
  group: 'home',
  icon: 'home',
})
/** The new tenant's guide; a tenant that has a base is sent on. */
export const noviceScreen = screen('novice', {
  route: '/home',
  module: 'farm',
  group: 'account',
  icon: 'home',
  hidden: true,
  keepAlive: false,
})
