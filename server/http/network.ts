import { isIPv6 } from 'node:net'

/**
 * What one household or office calls from: an IPv4 address, or the 64 bits of an IPv6 network; the
 * rest is the caller's to choose.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  const bare = address.split('%', 1)[0]!
  if (!isIPv6(bare)) return address
  const [head = '', tail] = bare.split('::')
  const before = head ? head.split(':') : []
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
