import { screen } from '../screen.ts'

export const homeScreen = screen('home', {
  route: '/web/farm/home',
  module: 'farm',
  group: 'today',
  icon: 'home',
  at: 1,
  placed: true,
})

const apart = { module: 'farm', group: 'today', hidden: true, keepAlive: false } as const
/** Where somebody stands whom no other page is for: what they may open, and how to go on. */
export const defaultScreen = screen('defaultPage', {
  route: '/web/farm/defaultPage',
  icon: 'today',
  ...apart,
})
/** What is said while the services do not answer; leads back once they do. */
export const serverErrorScreen = screen('serverErrorPage', {
  route: '/web/farm/serverErrorPage',
  icon: 'connection',
  ...apart,
})
