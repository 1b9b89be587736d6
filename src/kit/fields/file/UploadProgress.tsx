import { CloseOutlined, RedoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { untypedT } from '#src/kit/definition/label.ts'
import type { useUploads } from './use-uploads.ts'

type Uploads = ReturnType<typeof useUploads>['uploads']

const mega = 1_000_000
/** A size or a speed as the language writes it. */
function bytesText(language: string, bytes: number, per = ''): string {
  const [value, unit] = bytes >= mega ? [bytes / mega, 'megabyte'] : [bytes / 1000, 'kilobyte']
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: `${unit}${per}`,
    maximumFractionDigits: value >= 10 ? 0 : 1,
  }).format(value)
}
/** How much is through, how fast, and how long the rest will take. */
function paceText(language: string, { share, bytes, rate }: Uploads[number]): string {
  if (bytes === 0) return ''
  const rest = rate && share > 0 ? (bytes / share - bytes) / rate : null
  return [
    bytesText(language, bytes),
    rate !== null && bytesText(language, rate, '-per-second'),
    rest !== null &&
      rest >= 1 &&
      new Intl.NumberFormat(language, {
        style: 'unit',
        unit: rest < 100 ? 'second' : 'minute',
        maximumFractionDigits: 0,
      }).format(rest < 100 ? rest : rest / 60),
  ]
    .filter(Boolean)
    .join(' · ')
}

interface UploadProgressProps {
  uploads: Uploads
  onDismiss: (key: string) => void
  onRetry: (key: string) => void
}
/** Files on their way: how far and how fast, what is wrong with one, and how to stop or go on. */
export function UploadProgress({ uploads, onDismiss, onRetry }: UploadProgressProps) {
  const { t: typed, i18n } = useTranslation('kit')
  const t = untypedT(typed)
  if (uploads.length === 0) return null
  return (
    <ul className="kit-upload-list">
      {uploads.map((upload) => {
        const { key, name, share, problem, isCut, canRetry } = upload
        return (
          <li key={key}>
            <span className="kit-upload-name">{name}</span>
            {problem ? (
              <span role="alert" className="kit-problem">
                {problem}
              </span>
            ) : (
              <>
                <progress
                  max={1}
                  value={share}
                  aria-label={t('kit:uploads.progress', { name, percent: Math.round(share * 100) })}
                />
                {isCut ? (
                  <span role="status">{t('kit:uploads.cut')}</span>
                ) : (
                  <span className="kit-number">{paceText(i18n.language, upload)}</span>
                )}
              </>
            )}
            {canRetry && (
              <Button
                size="small"
                icon={<RedoOutlined />}
                aria-label={t('kit:uploads.retryOf', { name })}
                onClick={() => onRetry(key)}
              >
                {t('kit:uploads.retry')}
              </Button>
            )}
            <Button
              size="small"
              type="text"
              icon={<CloseOutlined />}
              aria-label={t(problem ? 'kit:uploads.dismiss' : 'kit:uploads.stop', { name })}
              onClick={() => onDismiss(key)}
            />
          </li>
        )
      })}
    </ul>
  )
}
