import { Button } from 'antd'
import type { ReactNode } from 'react'
import { isApiError } from '#src/api/api-error.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { NoPermission } from './NoPermission.tsx'
import { sentenceOf } from '#src/kit/actions/refusal.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** Grey bars where rows will be, in their height. */
export const ListSkeleton = ({ rows = 10 }: { rows?: number }) => (
  <div className="kit-skeleton" aria-hidden="true">
    {Array.from({ length: rows }, (_, at) => (
      <div key={at} />
    ))}
  </div>
)

/** What went wrong, a way on, and the request id to quote (docs/specification.md 4.6). */
export function LoadFailed({
  error,
  onRetry,
  height = 400,
}: {
  error: unknown
  onRetry: () => void
  height?: number
}) {
  const t = useLabels()
  if (isApiError(error) && error.status === 403) return <NoPermission missing={error.missing} />
  const { text, requestId } = sentenceOf(t, error)
  const isOffline = isApiError(error) && error.status === 0
  return (
    <EmptyState
      variant={isOffline ? 'noNetwork' : 'noContent'}
      height={height}
      action={
        <Button type="primary" onClick={onRetry}>
          {t('common:buttons.retry')}
        </Button>
      }
    >
      <p role="alert">{text}</p>
      {requestId && (
        <p>
          {t('common:requestId')} <code className="kit-code">{requestId}</code>
        </p>
      )}
    </EmptyState>
  )
}

interface NothingThereProps {
  isFiltered: boolean
  onClear: () => void
  add?: ReactNode
}
/** No rows: because of the question, or because there are none yet. */
export function NothingThere({ isFiltered, onClear, add }: NothingThereProps) {
  const t = useLabels()
  return isFiltered ? (
    <EmptyState
      variant="noContent"
      height={400}
      action={<Button onClick={onClear}>{t('kit:list.clearFilters')}</Button>}
    />
  ) : (
    <EmptyState variant="noData" height={400} action={add} />
  )
}
