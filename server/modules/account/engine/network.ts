import { networkOf } from '#server/http/network.ts'

/** Where an address is, as far as it can be told without asking anybody. */
export function placeOf(address: string): 'here' | 'near' | 'away' {
  const network = networkOf(address)
  if (network === '0:0:0:0::/64' || network.startsWith('127.')) return 'here'
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|100\.(6[4-9]|[789]\d|1[01]\d|12[0-7])\.|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/.test(
    network,
  )
    ? 'near'
    : 'away'
}
