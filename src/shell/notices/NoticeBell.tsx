import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageCount } from '#contract/message/reader-calls.ts'
import { shellCodes } from '#contract/shell-codes.ts'
import { call } from '#src/api/call.ts'
import { subscribe } from '#src/api/live.ts'
import { isNoticeDue } from '#src/api/notice-flag.ts'
import { isGranted } from '#src/api/permissions.ts'
import { countKey, unreadOf } from './rules.ts'

const NoticeCentre = lazy(() => import('./NoticeCentre.tsx'))
const LatestNotice = lazy(() => import('./LatestNotice.tsx'))
const most = 99

/** Unread announcements and notifications, as they come, for whoever has its code. */
export default function NoticeBell({ tenant }: { tenant: number }) {
  const { t } = useTranslation('shell')
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [isDue, setDue] = useState(isNoticeDue)
  const may = useQuery({
    queryKey: ['notice-bell', tenant],
    queryFn: () => isGranted(shellCodes.noticeBell),
  })
  const count = useQuery({
    queryKey: [countKey, tenant],
    enabled: may.data === true,
    staleTime: 0,
    refetchOnWindowFocus: true,
    queryFn: async () => unreadOf(await call(messageCount, {}, { quiet: true })),
  })
  useEffect(
    () =>
      subscribe('messages', () => {
        void queries.invalidateQueries({ queryKey: [countKey] })
        void queries.invalidateQueries({ queryKey: ['notices'] })
      }),
    [queries],
  )
  if (!may.data) return null
  const unread = count.data ?? 0
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
        {isOpen && <NoticeCentre onClose={() => setOpen(false)} />}
        {isDue && <LatestNotice onDone={() => setDue(false)} />}
      </Suspense>
    </>
  )
}
