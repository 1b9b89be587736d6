import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { homeAround } from '#contract/home/around-calls.ts'
import { messageCount, noticePages } from '#contract/message/reader-calls.ts'
import { isNoticeDue } from '#src/api/notice-flag.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { onOpenNotice } from '#src/lib/open-notice.ts'
import { MenuIcon } from '../MenuIcon.tsx'
import type { NoticeRef } from './NoticeDetail.tsx'
import { newsIn } from './rules.ts'
import { useUnread } from './use-unread.ts'

const NoticeCentre = lazy(() => import('./NoticeCentre.tsx'))
const NoticeDetail = lazy(() =>
  import('./NoticeDetail.tsx').then((all) => ({ default: all.NoticeDetail })),
)
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
  // Other pages name an announcement; it opens here, whether there is a bell or not.
  const [named, setNamed] = useState<NoticeRef>()
  useEffect(() => onOpenNotice((notice) => setNamed({ kind: 'announcements', ...notice })), [])
  const detail = named && (
    <Suspense>
      <NoticeDetail
        notice={named}
        onClose={() => {
          setNamed(undefined)
          for (const one of [noticePages, messageCount, homeAround]) void invalidateCall(one)
        }}
      />
    </Suspense>
  )
  if (!may) return detail ?? null
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
      {detail}
    </>
  )
}
