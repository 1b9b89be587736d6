import { useIsMutating } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuIcon } from './MenuIcon.tsx'
import { listenOnline } from './online.ts'

let since = ''
/** When the connection went, as a text: it changes only as it goes and comes back. */
function lostAt(): string {
  since = navigator.onLine ? '' : since || new Date().toISOString()
  return since
}

/** Says that there is no connection, since when, and how many changes wait for it. */
export function OfflineBanner() {
  const { t, i18n } = useTranslation('shell')
  const lost = useSyncExternalStore(listenOnline, lostAt)
  const waiting = useIsMutating()
  if (!lost) return null
  const time = new Date(lost).toLocaleTimeString(i18n.language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (
    <p className="shell-offline" role="status">
      <MenuIcon name="offline" />
      {t('offline.since', { time })}
      {waiting > 0 && <strong>{t('offline.waiting', { count: waiting })}</strong>}
    </p>
  )
}
