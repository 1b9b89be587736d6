import { selfTenants, setLanguage, switchTenant } from '#src/api/public-calls.ts'
import { call } from '#src/api/call.ts'
import { signIn } from '#src/api/sign-in.ts'
import { storeSession } from '#src/api/tokens.ts'
import { storedLanguage } from '#src/lib/language.ts'

/** Where a new tenant begins (contract/guide). */
export const guidePath = '/home'
/** Leads on to the platform's pages whoever is in no tenant. */
const platformPath = '/web/farm/home'

/**
 * Who has just made an account is in: nobody types the same name and password twice. Answers false
 * where another proof is asked for, or the server does not let them in at once.
 */
export async function enterNew(
  username: string,
  password: string,
  destination: string | (() => Promise<string>),
): Promise<boolean> {
  try {
    await signIn({ username, password })
  } catch {
    return false
  }
  // The language of the page that they filled in is theirs; not worth staying outside for.
  await call(setLanguage, { language: storedLanguage() }, { quiet: true }).catch(() => undefined)
  location.replace(typeof destination === 'string' ? destination : await destination())
  return true
}

/**
 * Whoever set an installation up is its operator and starts on the platform; the farm that they
 * have just named comes first this once.
 */
export async function intoFirstTenant(): Promise<string> {
  try {
    const [first] = await call(selfTenants, {}, { quiet: true })
    if (!first) return platformPath
    storeSession(await call(switchTenant, { tenantId: first.tenantId }, { quiet: true }))
    return guidePath
  } catch {
    return platformPath
  }
}
