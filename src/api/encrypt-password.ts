import { ApiError } from './api-error.ts'
import { passwordKey } from './public-calls.ts'
import { call } from './call.ts'

const loadCipher = () => import('jsencrypt')

/** Fetches the cipher while the user still types. */
export const prepareEncryption = () => void loadCipher().catch(() => undefined)

/**
 * The password as it travels: RSA-OAEP-SHA256 over a one-time nonce and the password (contract:
 * sign-in).
 * Each call uses up a nonce; two passwords need two calls.
 */
export async function encryptPassword(password: string): Promise<string> {
  const [{ JSEncrypt }, { publicKey, nonce }] = await Promise.all([
    loadCipher(),
    call(passwordKey, {}, { quiet: true }),
  ])
  const cipher = new JSEncrypt()
  cipher.setPublicKey(publicKey)
  // jsencrypt takes one byte per character: without this, anything beyond ASCII is corrupted.
  const bytes = unescape(encodeURIComponent(`${nonce}:${password}`))
  const text = cipher.encryptOAEP(bytes)
  // Over 190 bytes it answers false.
  if (!text) throw new ApiError(422, { code: 'hoth.warn.decodePasswordError' })
  return text
}
