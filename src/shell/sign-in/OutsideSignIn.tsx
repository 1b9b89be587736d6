import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#src/api/api-error.ts'
import { oidcStartPath, signInWays } from '#src/api/public-calls.ts'
import { call } from '#src/api/call.ts'
import { signInBy } from '#src/api/sign-in.ts'
import { Alert } from './Alert.tsx'
import { OtpForm, ticketOf } from './OtpForm.tsx'
import { useRefusal } from './use-refusal.ts'
import styles from './form.module.css'

/** What the provider outside, or the way there, left behind the #. */
function takeReturn(): { ticket?: string; identity?: string } {
  const { ticket, identity } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
  if (ticket || identity) history.replaceState(null, '', location.pathname + location.search)
  return { ...(ticket && { ticket }), ...(identity && { identity }) }
}
/** React mounts twice in development: taken once all the same. */
const back = takeReturn()

/** In by a provider outside, where the installation names one. */
export function OutsideSignIn({ onSignedIn }: { onSignedIn: () => void | Promise<void> }) {
  const { t } = useTranslation('sign-in')
  const [name, setName] = useState<string | null>(null)
  const [ticket, setTicket] = useState<string>()
  const isTaken = useRef(false)
  const refusal = useRefusal()
  useEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    call(signInWays, {}, { quiet: true }).then(
      ({ oidc }) => setName(oidc),
      () => undefined,
    )
    const { ticket: given, identity } = back
    if (identity)
      refusal.show(
        new ApiError(422, {
          code: `identity.${['unknown', 'unreachable'].includes(identity) ? identity : 'refused'}`,
        }),
      )
    if (!given) return
    signInBy({ grant_type: 'ticket', ticket: given }).then(onSignedIn, (error: unknown) => {
      const asked = ticketOf(error)
      if (asked) setTicket(asked)
      else refusal.show(error)
    })
  })
  if (ticket)
    return <OtpForm ticket={ticket} onSignedIn={onSignedIn} onBack={() => setTicket(undefined)} />
  return (
    <>
      <Alert refusal={refusal} />
      {name && (
        <p className={styles.outside}>
          <a className={styles.secondary} href={oidcStartPath}>
            {t('signIn.outside', { name })}
          </a>
        </p>
      )}
    </>
  )
}
