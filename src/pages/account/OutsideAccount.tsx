import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useLocation } from 'react-router'
import { identity, linkIdentity, unlinkIdentity } from '#contract/account/identity.ts'
import { call } from '#src/api/call.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { confirm } from '#src/ui/confirm.ts'

/**
 * The account at a provider outside that opens this one too; nothing where the installation names
 * no provider.
 */
export function OutsideAccount() {
  const t = useLabels({ module: 'account' })
  const zone = useTimeZone()
  const outcome = new URLSearchParams(useLocation().search).get('identity')
  const { data, refetch } = useQuery({
    queryKey: ['identity'],
    staleTime: 0,
    queryFn: () => call(identity, {}, { quiet: true }),
  })
  if (!data?.name) return null
  const { name, linkedAt } = data
  const link = () =>
    call(linkIdentity, {}, { quiet: true }).then(
      (answer) => location.assign(answer.link),
      (refusal: unknown) => toastRefusal(t, refusal),
    )
  const unlink = async () => {
    if (
      !(await confirm({
        title: t('account:outside.unlink'),
        body: name,
        go: t('account:outside.unlink'),
        isDanger: true,
      }))
    )
      return
    await call(unlinkIdentity, {}, { quiet: true }).then(
      () => refetch(),
      (refusal: unknown) => toastRefusal(t, refusal),
    )
  }
  return (
    <div style={{ maxWidth: 420, marginBlockStart: 32 }}>
      {(outcome === 'taken' || outcome === 'late') && (
        <Alert
          type="error"
          showIcon
          message={t(`account:outside.${outcome}`)}
          style={{ marginBlockEnd: 12 }}
        />
      )}
      <p>
        {linkedAt
          ? t('account:outside.linked', { name, at: momentOf(linkedAt, zone) })
          : t('account:outside.lead', { name })}
      </p>
      {linkedAt ? (
        <Button danger onClick={() => void unlink()}>
          {t('account:outside.unlink')}
        </Button>
      ) : (
        <Button onClick={() => void link()}>{t('account:outside.link', { name })}</Button>
      )}
    </div>
  )
}
