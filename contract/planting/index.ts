import { domain } from '../domain.ts'
import { areaCost, areaCostScreen } from './area-cost.ts'
import { batch, batchScreen } from './batch.ts'
import { seed, seedScreen } from './seed.ts'

export const planting = domain('planting', {
  entities: [batch, areaCost, seed],
  screens: [batchScreen, areaCostScreen, seedScreen],
})
