import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { MenuNode } from '#contract/account/menus.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCamera } from '#src/kit/calls/field/use-camera.tsx'
import { buttonCode } from '#src/lib/known-screen.ts'
import { homePath } from './tabs.ts'
import { MenuCount } from './MenuCount.tsx'
import { MenuIcon } from './MenuIcon.tsx'
import { placesOf } from './menu-place.ts'
import { useUnread } from './notices/use-unread.ts'
import type { Counts } from './use-counts.ts'

interface PhoneBarProps {
  menu: readonly MenuNode[]
  counts: Counts
  onScan: () => void
  onMessages: () => void
  onMenu: () => void
}
/**
 * The bottom of a phone: home, own tasks or approvals, scanning, messages, the whole menu. Whoever
 * writes the journal takes pictures from here; their messages are behind the bell.
 */
export function PhoneBar({ menu, counts, onScan, onMessages, onMenu }: PhoneBarProps) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const { may, unread } = useUnread()
  const places = placesOf(menu)
  const tasks = places.find(({ screen }) => screen.count === 'task')?.screen
  const manages = places.some(({ screen }) => screen.count === 'taskManger')
  const approvals = places.find(({ screen }) => screen.count === 'approvals')?.screen
  const alarms = places.find(({ screen }) => screen.count === 'alarms')?.screen
  const second = (!manages && tasks) || approvals || alarms
  // Five stand side by side. Who manages reads messages more often than they take pictures: both
  // stand there where there is room.
  const mayWrite = useGranted(buttonCode('farmLog', 'create')) === true
  const takesPhotos = mayWrite && (!manages || !second || !may)
  const hasMessages = may && (!takesPhotos || !second)
  const camera = useCamera(`${tasks?.route ?? homePath}?photo=now`)
  const link = (to: string, icon: string, name: string, count?: Counts[keyof Counts]) => (
    <Link to={to} aria-current={pathname === to ? 'page' : undefined}>
      <MenuIcon name={icon} />
      <span>{name}</span>
      {count && <MenuCount waiting={count} />}
    </Link>
  )
  return (
    <nav className="phone-bar" aria-label={t('menu.bar')}>
      {link(homePath, 'home', t('menu.home'))}
      {tasks && !manages
        ? link(tasks.route, tasks.icon, tasks.name, counts.task)
        : approvals
          ? link(approvals.route, approvals.icon, approvals.name, counts.approvals)
          : alarms && link(alarms.route, alarms.icon, alarms.name, counts.alarms)}
      <button type="button" className="phone-scan" onClick={onScan}>
        <MenuIcon name="scan" />
        <span>{t('menu.scan')}</span>
      </button>
      {takesPhotos && camera.input}
      {takesPhotos && (
        <button type="button" onClick={camera.open}>
          <MenuIcon name="snapshot" />
          <span>{t('menu.photo')}</span>
        </button>
      )}
      {hasMessages && (
        <button type="button" onClick={onMessages}>
          <MenuIcon name="mail" />
          <span>{t('menu.messages')}</span>
          <MenuCount waiting={{ count: unread, isUrgent: false }} />
        </button>
      )}
      <button type="button" onClick={onMenu}>
        <MenuIcon name="burger" />
        <span>{t('menu.all')}</span>
      </button>
    </nav>
  )
}
