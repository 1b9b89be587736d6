import { domain } from '../domain.ts'
import { batch, batchScreen } from './batch.ts'
import { seed, seedScreen } from './seed.ts'

export const planting = domain('planting', {
  entities: [batch, seed],
  screens: [batchScreen, seedScreen],
})
