import type { SelfUser } from '#contract/account/self.ts'
import { randomDigits } from '#src/lib/random.ts'
import { defaultLanguage, storeLanguage } from '#src/lib/language.ts'
import { storedKeys } from '#src/lib/stored-keys.ts'
import { consoleClient, logout, self, token } from './public-calls.ts'
import { call } from './call.ts'
import { forgetPerson } from './field/keep.ts'
import { setNoticeDue } from './notice-flag.ts'
import { baseOf } from '#src/lib/chosen-base.ts'
import { setScope } from './scope.ts'
import { encryptPassword } from './encrypt-password.ts'
import { accessToken, clearTokens, storeSession } from './tokens.ts'

interface Credentials {
  username: string
  password: string
  captchaKey?: string
  captcha?: string
  /** In place of the captcha. */
  proof?: string
}

type Proof =
  | { grant_type: 'sms_code'; username: string; captcha: string; captchaKey: string }
  | { grant_type: 'ticket'; ticket: string; otp?: string }
/** In by another way than the password, or by the second proof after it. */
export async function signInBy(proof: Proof, isReturning = false): Promise<void> {
  const tokens = await call(
    token,
    { ...proof, ...consoleClient, source_type: 'web', device_id: randomDigits(6) },
    { quiet: true },
  )
  storeSession(tokens, isReturning)
  if (!isReturning) setNoticeDue(true)
}

/** Password grant. `isReturning`: the user of this page signs in again over it. */
export async function signIn(
  { username, password, captchaKey, captcha, proof }: Credentials,
  isReturning = false,
): Promise<void> {
  const sealed = await encryptPassword(password)
  const tokens = await call(
    token,
    {
      grant_type: 'password',
      username,
      password: sealed,
      ...consoleClient,
      source_type: 'web',
      device_id: randomDigits(6),
      captchaKey,
      captcha,
      proof,
    },
    { quiet: true },
  )
  storeSession(tokens, isReturning)
  if (!isReturning) setNoticeDue(true)
}

/** The signed-in user as the server knows them. */
export const askSelf = (): Promise<SelfUser> => call(self, {}, { quiet: true })
/** The signed-in user, whose tenant the following calls are about. */
export async function loadSelf(): Promise<SelfUser> {
  const user = await askSelf()
  rememberSelf(user)
  return user
}
export function rememberSelf(user: SelfUser): void {
  localStorage.setItem(storedKeys.tenant, String(user.tenantId))
  baseOf(user.id, user.tenantId)
  setScope({ tenantId: user.tenantId, permissionVersion: user.permissionVersion })
}

/**
 * The server's session first, then what is stored here, back to Chinese, to sign-in
 * (docs/specification.md 2.10).
 */
export async function signOut(
  go: (path: string) => void = (path) => location.assign(path),
): Promise<void> {
  const token = accessToken()
  // A server out of reach must not keep anyone signed in here.
  if (token)
    await call(logout, { access_token: token }, { quiet: true, timeoutMs: 5000 }).catch(
      () => undefined,
    )
  // What this browser kept for them goes, sent or not: whoever asks has asked about it before.
  await forgetPerson().catch(() => undefined)
  for (const key of [
    storedKeys.area,
    storedKeys.noticeFlag,
    storedKeys.redirect,
    storedKeys.tenant,
    storedKeys.listSettings,
    storedKeys.uploads,
  ])
    localStorage.removeItem(key)
  // Where lists were left and what was being imported is nobody else's either.
  sessionStorage.clear()
  clearTokens()
  setScope(null)
  storeLanguage(defaultLanguage)
  go('/login')
}
