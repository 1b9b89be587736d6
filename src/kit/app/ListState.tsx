import { Button } from 'antd'
import type { ReactNode } from 'react'
import { storageName, type Entity } from '#contract/entity.ts'
import { isApiError } from '#src/api/api-error.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { chooseBase } from '#src/lib/chosen-base.ts'
import { NoPermission, WaysOut } from './NoPermission.tsx'
import { sentenceOf } from '#src/kit/actions/refusal.ts'
import { Link } from 'react-router'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useBaseOf } from './use-current-base.ts'

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
  if (isApiError(error) && error.isGone) return <Gone height={height} />
  const { text, requestId } = sentenceOf(t, error)
  const isOffline = isApiError(error) && error.status === 0
  return (
    <EmptyState
      variant={isOffline ? 'noNetwork' : 'failed'}
      height={height}
      action={
        <Button type="primary" onClick={onRetry}>
          {t('common:buttons.retry')}
        </Button>
      }
    >
      <p role="alert">{text}</p>
      {isApiError(error) && error.status >= 502 && <ServiceLink />}
      {requestId && (
        <p>
          {t('common:requestId')} <code className="kit-code">{requestId}</code>
        </p>
      )}
    </EmptyState>
  )
}

/** A record that was deleted, or is none of one's own: asking again does not bring it. */
function Gone({ height }: { height: number }) {
  const t = useLabels()
  return (
    <EmptyState variant="gone" height={height} action={<WaysOut />}>
      <p role="alert">{t('common:empty.goneNote')}</p>
    </EmptyState>
  )
}

/** Where one sees whether the services answer again, and comes back from. */
function ServiceLink() {
  const t = useLabels()
  const from = encodeURIComponent(location.pathname + location.search)
  return (
    <p>
      <Link to={`/web/farm/serverErrorPage?from=${from}`}>{t('common:serviceState')}</Link>
    </p>
  )
}

interface NothingThereProps {
  entity: Entity
  isFiltered: boolean
  /** By what the list opens with, which nobody has asked for. */
  isUsual?: boolean
  onClear: () => void
  add?: ReactNode
}
/** No rows: because of the question, or because there are none yet. */
export function NothingThere({
  entity,
  isFiltered,
  isUsual = false,
  onClear,
  add,
}: NothingThereProps) {
  const t = useLabels(entity)
  const base = useBaseOf(entity)
  const everywhere = base !== null && (
    <Button onClick={() => chooseBase(null)}>{t('kit:list.allBases')}</Button>
  )
  const told = (name: string) => t(`${name}.empty`, { ns: entity.module, defaultValue: '' })
  const hint = told(entity.name) || told(storageName(entity))
  if (isFiltered)
    return (
      <EmptyState
        variant={isUsual ? 'noData' : 'noContent'}
        height={400}
        action={
          <>
            <Button onClick={onClear}>{t('kit:list.clearFilters')}</Button> {everywhere}
          </>
        }
      >
        <p>{(isUsual && hint) || t('kit:list.noMatch')}</p>
        {everywhere && <p>{t('kit:list.oneBase')}</p>}
      </EmptyState>
    )
  return (
    <EmptyState
      variant="noData"
      height={400}
      action={
        <>
          {add} {everywhere}
        </>
      }
    >
      {hint && <p>{hint}</p>}
      {everywhere && <p>{t('kit:list.oneBase')}</p>}
    </EmptyState>
  )
}
