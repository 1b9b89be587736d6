import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Space } from 'antd'
import {
  acceptInvitation,
  declineInvitation,
  ownInvitations,
} from '#contract/account/invitation.ts'
import { call } from '#src/api/call.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { toast } from '#src/ui/toast.ts'

/** Enterprises that invite the holder of one's phone; nothing where there are none. */
export function Invitations() {
  const t = useLabels({ module: 'account' })
  const zone = useTimeZone()
  const { data = [], refetch } = useQuery({
    queryKey: ['invitations'],
    staleTime: 0,
    queryFn: () => call(ownInvitations, {}, { quiet: true }),
  })
  const answer = async (work: Promise<unknown>, text: string) => {
    await work.then(
      () => toast({ text, tone: 'good' }),
      (refusal: unknown) => toastRefusal(t, refusal),
    )
    await refetch()
  }
  const accept = (id: number, name: string) =>
    answer(
      call(acceptInvitation, { id }, { quiet: true }),
      t('account:invitations.joined', { name }),
    )
  const decline = (id: number, name: string) =>
    answer(
      call(declineInvitation, { id }, { quiet: true }),
      t('account:invitations.declined', { name }),
    )
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
          <Button type="primary" onClick={() => void accept(id, tenantName)}>
            {t('account:invitations.accept')}
          </Button>
          <Button onClick={() => void decline(id, tenantName)}>
            {t('account:invitations.decline')}
          </Button>
        </Space>
      }
    />
  ))
}
