import { Alert } from 'antd'
import type { ExpiredUse } from '#contract/work/task-calls.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

interface ExpiredProps {
  lots: readonly ExpiredUse[]
  /** Asked of whoever reports; said by them, told to whoever accepts; or asked of the latter. */
  said?: 'expired' | 'expiredSaid' | 'expiredSince'
}
/** Which lots of a report were past their day: sending it again says that they were used. */
export function Expired({ lots, said = 'expired' }: ExpiredProps) {
  const t = useLabels({ module: 'work' })
  if (lots.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="kit-form-note"
      message={t(`work:report.${said}`)}
      description={
        <ul>
          {lots.map(({ name, lot, date }) => (
            <li key={`${name}-${lot}`}>
              {t('work:report.expiredLine', { name: lot ? `${name} · ${lot}` : name, date })}
            </li>
          ))}
        </ul>
      }
    />
  )
}
