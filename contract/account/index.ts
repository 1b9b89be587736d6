import { domain } from '../domain.ts'
import { accountScreen, jobsScreen } from './screens.ts'

/** Whoever is signed in: their account and their long work. */
export const account = domain('account', {
  screens: [accountScreen, jobsScreen],
})
