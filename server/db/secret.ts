import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const keyOf = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'furrow sealed settings', 32))

/**
 * Seals a secret that has to be said again (a password of somebody else's service); `secret` is the
 * installation's.
 */
export function encryptSecret(secret: string, plain: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}
/** Errors: throws when it was sealed under another installation's secret. */
export function decryptSecret(secret: string, sealed: string): string {
  const data = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), data.subarray(0, 12))
  decipher.setAuthTag(data.subarray(12, 28))
  return Buffer.concat([decipher.update(data.subarray(28)), decipher.final()]).toString('utf8')
}
