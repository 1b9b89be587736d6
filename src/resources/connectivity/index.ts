import type { Definition } from '#src/kit/definition/resource.ts'
import { loraNetworks, payloadCodecs } from './lora.ts'
import { simCards, simPlatforms } from './sim.ts'

export const connectivity: readonly Definition[] = [
  loraNetworks,
  payloadCodecs,
  simCards,
  simPlatforms,
]
