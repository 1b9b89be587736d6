import type { AuthProvider } from '@refinedev/core'
import type { SelfUser } from '#contract/account/self.ts'
import { isApiError } from '#src/api/api-error.ts'
import { keep, ownerOf, recall, rememberOwner } from '#src/api/field/keep.ts'
import { loadSelf, rememberSelf, signOut } from '#src/api/sign-in.ts'
import { rememberPath } from '#src/api/session.ts'
import { isSignedIn } from '#src/api/tokens.ts'

let asked: Promise<SelfUser> | null = null

/** Asked once and shared; `forget` after a change to the account or its tenant. */
export function identity(): Promise<SelfUser> {
  asked ??= loadSelf()
    .then(keptSelf)
    .catch(selfWithoutNetwork)
    .catch((error: unknown) => {
      asked = null
      throw error
    })
  return asked
}
/** Whoever looks through somebody else's eyes takes nothing of theirs along. */
function keptSelf(user: SelfUser): SelfUser {
  if (user.tenantId > 0 && !user.impersonatedBy && !user.viewedRole) {
    rememberOwner(ownerOf(user.tenantId, user.id))
    keep('self', user)
  }
  return user
}
let isKept = false
/** The page was opened without a network: what was taken along is what there is. */
export const isWithoutNetwork = () => isKept
/** Who was signed in here when there was a network; asked again once there is one. */
async function selfWithoutNetwork(error: unknown): Promise<SelfUser> {
  const kept = isApiError(error) && error.isUnanswered ? await recall<SelfUser>('self') : undefined
  if (!kept) throw error
  isKept = true
  rememberSelf(kept)
  addEventListener(
    'online',
    () => {
      forgetIdentity()
      void identity().catch(() => undefined)
    },
    { once: true },
  )
  return kept
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
