import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageCount } from '#contract/message/reader-calls.ts'
import { shellCodes } from '#contract/shell-codes.ts'
import { isNoticeDue } from '#src/api/notice-flag.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { newsIn, unreadOf } from './rules.ts'

const NoticeCentre = lazy(() => import('./NoticeCentre.tsx'))
const LatestNotice = lazy(() => import('./LatestNotice.tsx'))
const most = 99

/** Unread announcements and notifications, as they come, for whoever has its code. */
export default function NoticeBell() {
  const { t } = useTranslation('shell')
  const [isOpen, setOpen] = useState(false)
  const [isDue, setDue] = useState(isNoticeDue)
  const may = useGranted(shellCodes.noticeBell)
  const count = useCall(messageCount, may === true ? {} : null, {
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  if (!may) return null
  const unread = count.data ? unreadOf(count.data) : 0
  return (
    <>
      <button
        type="button"
        className="shell-icon"
        aria-label={unread ? t('notices.bellCount', { count: unread }) : t('notices.bell')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <svg
          viewBox="0 0 24 24"
          width="20"
          height="20"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.7"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4" />
        </svg>
        {unread > 0 && (
          <span className="shell-badge" aria-hidden="true">
            {unread > most ? `${most}+` : unread}
          </span>
        )}
      </button>
      <Suspense>
        {isOpen && <NoticeCentre first={newsIn(count.data)} onClose={() => setOpen(false)} />}
        {isDue && <LatestNotice onDone={() => setDue(false)} />}
      </Suspense>
    </>
  )
}
