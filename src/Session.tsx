import { useEffect, useState, type ReactNode } from 'react'
import { accountScreen } from '#contract/account/screens.ts'
import { isApiError } from '#src/api/api-error.ts'
import { subscribe } from '#src/api/live.ts'
import { currentScope, onScopeChange } from '#src/api/scope.ts'
import { leaveForSignIn } from '#src/api/session.ts'
import { askSelf } from '#src/api/sign-in.ts'
import { checkStay, onRefused, takeStayReason } from '#src/api/stay.ts'
import { isSignedIn } from '#src/api/tokens.ts'
import { onTip, quotedId, tipKey } from '#src/api/error-toasts.ts'
import { invalidateRights } from '#src/kit/calls/use-rights.ts'
import { LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { forgetIdentity, identity } from '#src/providers/auth.ts'
import { toast } from '#src/ui/toast.ts'

const lookAgain = () => void checkStay(askSelf)

type State = { is: 'asking' } | { is: 'ready' } | { is: 'failed'; error: unknown }

/** Everything inside has a signed-in user and a tenant. */
export function Session({ children }: { children: ReactNode }) {
  const t = useLabels()
  const [state, setState] = useState<State>(() =>
    currentScope() ? { is: 'ready' } : { is: 'asking' },
  )
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!isSignedIn()) return leaveForSignIn(null)
    let isCurrent = true
    identity().then(
      (user) => {
        // Nothing else answers before the second factor is there.
        if (user.secondFactorDue && location.pathname !== accountScreen.route)
          return location.replace(`${accountScreen.route}?type=security`)
        if (isCurrent) setState({ is: 'ready' })
      },
      (error: unknown) =>
        isCurrent && !(isApiError(error) && error.isExpired) && setState({ is: 'failed', error }),
    )
    return () => {
      isCurrent = false
    }
  }, [attempt])
  useEffect(() => {
    if (state.is !== 'ready') return
    const reason = takeStayReason()
    if (reason) toast({ text: t(`shell:stay.${reason}`), tone: 'bad' })
  }, [state, t])
  useEffect(() => {
    const stops = [
      // Who was sent away from the tenant, or had nothing to look for there any more.
      subscribe('session', lookAgain),
      onRefused(lookAgain),
      onTip(({ message, requestId, ...rest }) => {
        const key = tipKey(rest)
        const text =
          (key && t(key, { ns: 'errors', keySeparator: false, defaultValue: '' })) || message
        toast({
          key: `tip-${rest.code}`,
          text,
          tone: 'bad',
          detail: quotedId({ status: rest.status, requestId }) || undefined,
        })
      }),
      // What the user may do has changed: the new version of it makes every kept answer stale.
      subscribe('permissions', () => {
        forgetIdentity()
        void identity()
      }),
      onScopeChange(() => void invalidateRights()),
    ]
    return () => stops.forEach((stop) => stop())
  }, [t])
  if (state.is === 'failed') {
    return (
      <LoadFailed
        error={state.error}
        height={600}
        onRetry={() => {
          setState({ is: 'asking' })
          setAttempt(attempt + 1)
        }}
      />
    )
  }
  // Nothing rather than something that jumps: the page of the first moment is still being taken
  // down.
  return state.is === 'ready' ? children : null
}
