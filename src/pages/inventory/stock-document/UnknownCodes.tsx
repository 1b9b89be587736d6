import { Alert } from 'antd'
import { useLabels } from '#src/kit/definition/use-labels.ts'

const mostSaid = 20

/** The codes of which nothing is known, until somebody has read them. */
export function UnknownCodes({
  codes,
  onClose,
}: {
  codes: readonly string[]
  onClose: () => void
}) {
  const t = useLabels({ module: 'inventory' })
  if (codes.length === 0) return null
  return (
    <Alert
      type="warning"
      closable
      showIcon
      message={t('inventory:document.unknown', {
        count: codes.length,
        codes: codes.slice(0, mostSaid).join(', '),
      })}
      onClose={onClose}
    />
  )
}
