import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNoticeDue } from '#src/api/notice-flag.ts'
import { MenuIcon } from '../MenuIcon.tsx'
import { newsIn } from './rules.ts'
import { useUnread } from './use-unread.ts'

const NoticeCentre = lazy(() => import('./NoticeCentre.tsx'))
const LatestNotice = lazy(() => import('./LatestNotice.tsx'))
const most = 99

interface NoticeBellProps {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}
/** Unread announcements and notifications, as they come, for whoever has its code. */
export default function NoticeBell({ isOpen, onOpen }: NoticeBellProps) {
  const { t } = useTranslation('shell')
  const [isDue, setDue] = useState(isNoticeDue)
  const { may, counts, unread } = useUnread()
  if (!may) return null
  return (
    <>
      <button
        type="button"
        className="shell-icon"
        aria-label={unread ? t('notices.bellCount', { count: unread }) : t('notices.bell')}
        aria-haspopup="dialog"
        onClick={() => onOpen(true)}
      >
        <MenuIcon name="bell" />
        {unread > 0 && (
          <span className="shell-badge" aria-hidden="true">
            {unread > most ? `${most}+` : unread}
          </span>
        )}
      </button>
      <Suspense>
        {isOpen && <NoticeCentre first={newsIn(counts)} onClose={() => onOpen(false)} />}
        {isDue && <LatestNotice onDone={() => setDue(false)} />}
      </Suspense>
    </>
  )
}
