import { setLanguage } from '#src/api/public-calls.ts'
import { call } from '#src/api/call.ts'
import { signIn } from '#src/api/sign-in.ts'
import { storedLanguage } from '#src/lib/language.ts'

/** Where a new tenant begins (contract/guide). */
export const guidePath = '/home'

/**
 * Who has just made an account is in: nobody types the same name and password twice. Answers false
 * where another proof is asked for, or the server does not let them in at once.
 */
export async function enterNew(username: string, password: string, to: string): Promise<boolean> {
  try {
    await signIn({ username, password })
  } catch {
    return false
  }
  // The language of the page that they filled in is theirs; not worth staying outside for.
  await call(setLanguage, { language: storedLanguage() }, { quiet: true }).catch(() => undefined)
  location.replace(to)
  return true
}
