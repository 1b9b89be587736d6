import { consoleClient, token } from './before-sign-in.ts'
import { call } from './call.ts'
import { storeSession } from './tokens.ts'

/** Signs in with a one-time code. False when it was used, old or never one: whoever was signed in stays so. */
export async function exchangeCode(code: string): Promise<boolean> {
  try {
    storeSession(await call(token, { grant_type: 'exchange_code', code, source_type: 'web', ...consoleClient }, { quiet: true }))
    return true
  } catch {
    return false
  }
}
