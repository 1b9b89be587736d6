import { Alert, Button, QRCode, Typography } from 'antd'
import type { IssuedCode as Issued } from '#contract/account/invitation.ts'
import { toast } from '#src/ui/toast.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import './issued.css'

interface IssuedCodeProps {
  issued: Issued
  /** What it is for, and whose it is. */
  kind: 'join' | 'reset'
  name: string
}
/**
 * A one-time code to be handed over: shown this once, or the number that it was sent to; and what
 * happens next.
 */
export function IssuedCode({ issued, kind, name }: IssuedCodeProps) {
  const t = useLabels({ module: 'system' })
  const zone = useTimeZone()
  const until = t('system:invitation.until', { at: momentOf(issued.expiresAt, zone) })
  const { code, link, sentTo, unsent } = issued
  const next = (
    <ol className="kit-issued-next" aria-label={t('system:invitation.next')}>
      {([1, 2, 3] as const).map((at) => (
        <li key={at}>{t(`system:invitation.${kind}.next${at}`, { name })}</li>
      ))}
    </ol>
  )
  if (!code || !link)
    return (
      <div className="kit-issued">
        <Alert
          type="success"
          showIcon
          message={t('system:invitation.sent', { phone: sentTo ?? '' })}
          description={until}
        />
        {next}
      </div>
    )
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast({ text: t('system:invitation.copied'), tone: 'good' }),
      () => toast({ text: t('common:failed'), tone: 'bad' }),
    )
  return (
    <div className="kit-issued">
      <QRCode
        type="svg"
        size={160}
        bordered={false}
        value={link}
        aria-label={t('system:invitation.picture')}
      />
      <Typography.Text strong className="kit-issued-code">
        {code}
      </Typography.Text>
      <Typography.Text className="kit-issued-link">{link}</Typography.Text>
      <Button onClick={() => void copy()}>{t('system:invitation.copy')}</Button>
      <Alert
        type="warning"
        showIcon
        message={t('system:invitation.once')}
        description={
          <>
            {unsent && t(`system:invitation.unsent.${unsent}`)} {until}
          </>
        }
      />
      {next}
    </div>
  )
}
