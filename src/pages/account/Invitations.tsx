import { Alert, Button, Space } from 'antd'
import {
  acceptInvitation,
  declineInvitation,
  ownInvitations,
} from '#contract/account/invitation.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** Enterprises that invite the holder of one's phone; nothing where there are none. */
export function Invitations() {
  const t = useLabels({ module: 'account' })
  const zone = useTimeZone()
  const { data = [] } = useCall(ownInvitations, {}, { staleTime: 0 })
  const answered = (word: 'joined' | 'declined') => ({
    said: (_: unknown, asked: object) =>
      t(`account:invitations.${word}`, {
        name: data.find(({ id }) => 'id' in asked && id === asked.id)?.tenantName,
      }),
    invalidates: [ownInvitations],
  })
  const accept = useCallAction(acceptInvitation, answered('joined'))
  const decline = useCallAction(declineInvitation, answered('declined'))
  return data.map(({ id, tenantName, invitedBy, expiresAt }) => (
    <Alert
      key={id}
      type="info"
      showIcon
      style={{ marginBlockEnd: 12 }}
      message={t('account:invitations.from', { name: tenantName, by: invitedBy ?? '–' })}
      description={t('account:invitations.until', { at: momentOf(expiresAt, zone) })}
      action={
        <Space wrap>
          <Button type="primary" onClick={() => void accept.send({ id })}>
            {t('account:invitations.accept')}
          </Button>
          <Button onClick={() => void decline.send({ id })}>
            {t('account:invitations.decline')}
          </Button>
        </Space>
      }
    />
  ))
}
