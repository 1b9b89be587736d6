import { hashOf, newToken } from '#server/db/token.ts'

/**
 * The key of a public link names its tenant, whose rows alone are looked at, and holds a secret of
 * which a hash is kept.
 */
export function newSharedKey(tenant: number): { key: string; hash: string } {
  const secret = newToken()
  return { key: `${tenant}.${secret}`, hash: hashOf(secret) }
}
/** null: no key of ours. */
export function sharedKeyOf(key: string): { tenant: number; hash: string } | null {
  const [, digits = '', secret = ''] = /^(\d{1,15})\.([\w-]{20,60})$/.exec(key) ?? []
  return secret ? { tenant: Number(digits), hash: hashOf(secret) } : null
}
