import { domain } from '../domain.ts'
import { farmLog, farmLogScreen } from './farm-log.ts'

export const journal = domain('journal', {
  entities: [farmLog],
  screens: [farmLogScreen],
})
