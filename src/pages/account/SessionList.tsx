import { Button } from 'antd'
import { endSession, sessions } from '#contract/account/self.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { deviceOf } from '#src/lib/device-name.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import './account.css'

/** Where one is signed in; each can be ended, and is refused from its next call on. */
export function SessionList() {
  const t = useLabels({ module: 'account' })
  const zone = useTimeZone()
  const { data, error, refetch } = useCall(sessions, {}, { staleTime: 0 })
  const { send } = useCallAction(endSession, {
    asks: ({ id }) => ({
      title: t('account:sessions.confirmEnd'),
      body: deviceOf(data!.find((one) => one.id === id)!.device),
      go: t('account:sessions.end'),
      isDanger: true,
    }),
    invalidates: [sessions],
  })
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={4} />
  return (
    <ul className="sessions">
      {data.map((session) => (
        <li key={session.id}>
          <div>
            <strong>{deviceOf(session.device)}</strong>{' '}
            {session.current && <StatusTag tone="good">{t('account:sessions.current')}</StatusTag>}
            {session.newDevice && <StatusTag tone="warn">{t('account:sessions.new')}</StatusTag>}
            <p>
              {session.address} · {t(`account:sessions.places.${session.place}`)} ·{' '}
              {t('account:sessions.used', { at: momentOf(session.lastUsedAt, zone) })} ·{' '}
              {t('account:sessions.opened', { at: momentOf(session.createdAt, zone) })}
            </p>
          </div>
          {!session.current && (
            <Button danger onClick={() => void send({ id: session.id })}>
              {t('account:sessions.end')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
