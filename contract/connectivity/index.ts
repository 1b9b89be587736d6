import { domain } from '../domain.ts'
import { loraNetwork, loraNetworkScreen, payloadCodec, payloadCodecScreen } from './lora.ts'
import { simCard, simPlatform, simPlatformScreen, simScreen } from './sim.ts'

/** How devices are reached: LoRaWAN networks, codecs, SIM cards. */
export const connectivity = domain('connectivity', {
  entities: [payloadCodec, loraNetwork, simPlatform, simCard],
  screens: [loraNetworkScreen, payloadCodecScreen, simScreen, simPlatformScreen],
})
