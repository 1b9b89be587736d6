import type { AuthProvider } from '@refinedev/core'
import type { SelfUser } from '#contract/account/self.ts'
import { isApiError } from '#src/api/api-error.ts'
import { loadSelf, signOut } from '#src/api/sign-in.ts'
import { rememberPath } from '#src/api/session.ts'
import { isSignedIn } from '#src/api/tokens.ts'

let asked: Promise<SelfUser> | null = null

/** Asked once and shared; `forget` after a change to the account or its tenant. */
export function identity(): Promise<SelfUser> {
  asked ??= loadSelf().catch((error: unknown) => {
    asked = null
    throw error
  })
  return asked
}
export function forgetIdentity(): void {
  asked = null
}

/** Sign-in itself is its own small page, so refine never logs anyone in. */
export const authProvider: AuthProvider = {
  login: async () => ({ success: false, redirectTo: '/login' }),
  logout: async () => {
    asked = null
    await signOut()
    return { success: true }
  },
  check: async () => {
    if (isSignedIn()) return { authenticated: true }
    rememberPath()
    return { authenticated: false, redirectTo: '/login' }
  },
  // An expired session is renewed or ended by the client (src/api/session.ts); nothing is left for
  // refine to do.
  onError: async (error: unknown) => ({ error: isApiError(error) ? error : undefined }),
  getIdentity: identity,
}
