import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { endSession, sessions, type SessionRow } from '#contract/account/self.ts'
import { call } from '#src/api/call.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { confirm } from '#src/ui/confirm.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { deviceOf } from './device.ts'
import './account.css'

/** Where one is signed in; each can be ended, and is refused from its next call on. */
export function SessionList() {
  const t = useLabels({ module: 'account' })
  const zone = useTimeZone()
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions'],
    staleTime: 0,
    queryFn: () => call(sessions, {}, { quiet: true }),
  })
  const end = async (session: SessionRow) => {
    if (
      !(await confirm({
        title: t('account:sessions.confirmEnd'),
        body: deviceOf(session.device),
        go: t('account:sessions.end'),
        isDanger: true,
      }))
    )
      return
    await call(endSession, { id: session.id }, { quiet: true }).catch((refusal: unknown) =>
      toastRefusal(t, refusal),
    )
    await refetch()
  }
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={4} />
  return (
    <ul className="sessions">
      {data.map((session) => (
        <li key={session.id}>
          <div>
            <strong>{deviceOf(session.device)}</strong>{' '}
            {session.current && <StatusTag tone="good">{t('account:sessions.current')}</StatusTag>}
            <p>
              {session.address} · {t(`account:sessions.places.${session.place}`)} ·{' '}
              {t('account:sessions.used', { at: momentOf(session.lastUsedAt, zone) })} ·{' '}
              {t('account:sessions.opened', { at: momentOf(session.createdAt, zone) })}
            </p>
          </div>
          {!session.current && (
            <Button danger onClick={() => void end(session)}>
              {t('account:sessions.end')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
