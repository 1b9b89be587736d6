import type { LoraHeard } from '#contract/connectivity/lora-air.ts'

export const strengths = ['strong', 'fair', 'weak', 'unknown'] as const
type Strength = (typeof strengths)[number]

/**
 * How well a node was last heard: below −115 dBm or −10 dB the slower data rates begin to fail,
 * above −100 dBm and 0 dB none does.
 */
export function strengthOf({ rssi, snr }: Pick<LoraHeard, 'rssi' | 'snr'>): Strength {
  if (rssi === null && snr === null) return 'unknown'
  if ((rssi ?? 0) < -115 || (snr ?? 0) < -10) return 'weak'
  return (rssi ?? 0) >= -100 && (snr ?? 0) >= 0 ? 'strong' : 'fair'
}
