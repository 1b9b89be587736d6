import { Alert, Button, Typography } from 'antd'
import { verifyDomain, type Corporation, getCorporation } from '#contract/account/tenant.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'

/** A tenant's domain: whether it was shown to be theirs, and how that is done. */
export function DomainClaim({ card, mayEdit }: { card: Corporation; mayEdit: boolean }) {
  const t = useLabels({ module: 'system' })
  const { send, isBusy, problem, fields } = useCallMutation(verifyDomain, {
    said: t('system:corporation.domain.verified', { domain: card.domainName }),
    invalidates: [getCorporation],
  })
  if (!card.domainName || !card.domainState) return '–'
  const isPending = card.domainState === 'pending'
  return (
    <>
      <span className="kit-text">{card.domainName}</span>{' '}
      <StatusTag tone={isPending ? 'warn' : 'good'}>
        {t(`system:corporation.domain.states.${card.domainState}`)}
      </StatusTag>
      {isPending && mayEdit && card.domainRecord && (
        <div style={{ marginBlockStart: 8, overflowWrap: 'anywhere' }}>
          <p>{t('system:corporation.domain.pending')}</p>
          <div>
            {t('system:corporation.domain.record')}:{' '}
            <Typography.Text code copyable>
              {card.domainRecord.name}
            </Typography.Text>
          </div>
          <div>
            {t('system:corporation.domain.value')}:{' '}
            <Typography.Text code copyable>
              {card.domainRecord.value}
            </Typography.Text>
          </div>
          {problem && (
            <Alert
              type="warning"
              showIcon
              message={fields.domainName ?? problem}
              style={{ marginBlock: 8 }}
            />
          )}
          <Button
            size="small"
            style={{ marginBlockStart: 8 }}
            loading={isBusy}
            onClick={() => void send({})}
          >
            {t('system:corporation.domain.verify')}
          </Button>
        </div>
      )}
    </>
  )
}
