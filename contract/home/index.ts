import { domain } from '../domain.ts'
import { briefScreen } from './brief.ts'

/** What of all other domains stands on the first page, and where bases are chosen. */
export const home = domain('home', { screens: [briefScreen] })
