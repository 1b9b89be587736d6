import { domain } from '../domain.ts'
import { notice, noticeScreen } from './notice.ts'

/** Notices. */
export const message = domain('message', {
  entities: [notice],
  screens: [noticeScreen],
})
