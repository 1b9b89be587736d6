import { useInvalidate } from '@refinedev/core'
import { Button } from 'antd'
import { useState } from 'react'
import { activity, activityState } from '#contract/activity/activity.ts'
import {
  activityMembers,
  joinActivity,
  leaveActivity,
  signInMember,
  type ActivityMember,
} from '#contract/activity/activity-calls.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import type { Row, ShowFooterProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { SignInCode } from './SignInCode.tsx'
import './activity.css'

const asked = ['edit']

/** Who takes part and who is there; joining, and signing people in on the spot. */
export default function ActivityPeople({ row }: ShowFooterProps) {
  const t = useLabels(activity)
  const { data, error, refetch } = useCall(activityMembers, { id: row.id })
  const may = usePermissions(useResource(), asked)
  const isOpen = row.state === activityState.open
  return (
    <section className="activity-people" aria-label={t('activity:people.title')}>
      <h3>{t('activity:people.title')}</h3>
      {error && <LoadFailed error={error} height={160} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={2} />}
      {data && (
        <>
          <p>
            {data.length === 0
              ? t('activity:people.none')
              : t('activity:people.count', {
                  joined: data.length,
                  signed: data.filter(({ signedInAt }) => signedInAt).length,
                })}
          </p>
          {isOpen && <TakePart row={row} members={data} />}
          {isOpen && may?.edit && <OnTheSpot id={row.id} />}
          <ul>
            {data.map((one) => (
              <Member key={one.accountId} id={row.id} one={one} mayMark={isOpen && !!may?.edit} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** What an answer about its people makes old. */
function useRefresh() {
  const { screen } = useResource()
  const invalidate = useInvalidate()
  return () => invalidate({ resource: screen.name, invalidates: ['list', 'detail'] })
}

function TakePart({ row, members }: { row: Row; members: readonly ActivityMember[] }) {
  const t = useLabels(activity)
  const onDone = useRefresh()
  const invalidates = [activityMembers]
  const join = useCallAction(joinActivity, {
    said: t('activity:people.joined'),
    invalidates,
    onDone,
  })
  const leave = useCallAction(leaveActivity, {
    said: t('activity:people.left'),
    invalidates,
    onDone,
  })
  const mine = members.find(({ isMe }) => isMe)
  if (mine?.signedInAt) return null
  if (mine)
    return (
      <Button loading={leave.isBusy} onClick={() => void leave.send({ id: row.id })}>
        {t('activity:people.leave')}
      </Button>
    )
  const isFull = typeof row.capacity === 'number' && members.length >= row.capacity
  return (
    <Button
      type="primary"
      disabled={isFull}
      loading={join.isBusy}
      onClick={() => void join.send({ id: row.id })}
    >
      {t(isFull ? 'activity:people.full' : 'activity:people.join')}
    </Button>
  )
}

function OnTheSpot({ id }: { id: number }) {
  const t = useLabels(activity)
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Button onClick={() => setShown(true)}>{t('activity:people.showCode')}</Button>
      {isShown && <SignInCode id={id} onClose={() => setShown(false)} />}
    </>
  )
}

interface MemberProps {
  id: number
  one: ActivityMember
  mayMark: boolean
}
function Member({ id, one, mayMark }: MemberProps) {
  const t = useLabels(activity)
  const zone = useTimeZone()
  const onDone = useRefresh()
  const { send, isBusy } = useCallAction(signInMember, {
    said: t('activity:people.signedIn'),
    invalidates: [activityMembers],
    onDone,
  })
  const { accountId, realName, isMe, signedInAt } = one
  return (
    <li>
      <strong>{isMe ? `${realName} (${t('activity:people.me')})` : realName}</strong>
      <small>
        {signedInAt
          ? t('activity:people.present', { at: momentOf(signedInAt, zone) })
          : t('activity:people.waiting')}
      </small>
      {mayMark && !signedInAt && (
        <Button
          size="small"
          loading={isBusy}
          aria-label={`${t('activity:people.mark')} ${realName}`}
          onClick={() => void send({ id, accountId })}
        >
          {t('activity:people.mark')}
        </Button>
      )}
    </li>
  )
}
