import type { SelfUser } from '#contract/account/self.ts'
import { currentScope } from './scope.ts'
import { isForeignSession, isSignedIn } from './tokens.ts'

/** Who worked inside a tenant and does no longer: an operator, whoever acted for somebody, a member. */
const reasons = ['operator', 'acting', 'member'] as const
type Reason = (typeof reasons)[number]
type Go = (path: string) => void

const reasonKey = 'stay_over'
const home = '/web/farm/home'

/** Off the tenant's pages; why, is said where one arrives. From home an operator goes on to the platform's. */
export function goHome(reason: Reason, go: Go = (path) => location.assign(path)): void {
  sessionStorage.setItem(reasonKey, reason)
  go(home)
}
/** Why one was led here; told once. */
export function takeStayReason(): Reason | null {
  const kept = sessionStorage.getItem(reasonKey)
  sessionStorage.removeItem(reasonKey)
  return reasons.find((one) => one === kept) ?? null
}

const listeners = new Set<() => void>()
/** Called when the tenant of this page refuses something. Answers how to stop. */
export function onRefused(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Nothing there, or not allowed: it may be that one is no longer in the tenant at all. */
export const noteRefusal = () => listeners.forEach((listener) => listener())

let asking: Promise<void> | null = null
let isLed = false
/** Asks whether the session is still in the tenant of this page, and leads away from it if not: once. */
export function checkStay(ask: () => Promise<SelfUser>, go?: Go): Promise<void> {
  const tenant = currentScope()?.tenantId ?? -1
  if (isLed || tenant < 1 || !isSignedIn() || isForeignSession()) return Promise.resolve()
  asking ??= ask()
    .then(({ tenantId, admin }) => {
      if (tenantId === tenant || isForeignSession()) return
      isLed = true
      goHome(admin ? 'operator' : 'member', go)
    })
    // What is over altogether is the client's to notice.
    .catch(() => undefined)
    .finally(() => {
      asking = null
    })
  return asking
}
