import { screen } from '../screen.ts'

export const homeScreen = screen('home', {
  route: '/web/farm/home',
  module: 'farm',
  group: 'today',
  icon: 'home',
  at: 1,
  placed: true,
})
