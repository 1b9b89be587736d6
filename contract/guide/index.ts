import { domain } from '../domain.ts'
import { noviceScreen } from './novice.ts'

/** How a new tenant begins. */
export const guide = domain('guide', { screens: [noviceScreen] })
