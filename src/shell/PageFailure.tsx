import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { hasUnsaved } from '#src/kit/form/draft/unsaved.ts'
import { ApiError } from '#src/api/api-error.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'

const reloadedKey = 'reloaded_for'
/** A file of the console that is gone: a newer release has replaced it. */
const isMissingPart = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module|preload/i.test(error.message)

interface PageFailureProps {
  error: unknown
  path: string
  onRetry: () => void
}
/** What stands in place of a page that broke. */
export function PageFailure({ error, path, onRetry }: PageFailureProps) {
  const { t } = useTranslation('shell')
  const isPart = isMissingPart(error)
  useEffect(() => {
    // Once: a page that breaks again after it is not mended by reloading.
    if (!isPart || !navigator.onLine || hasUnsaved()) return
    if (sessionStorage.getItem(reloadedKey) === path) return
    sessionStorage.setItem(reloadedKey, path)
    location.reload()
  }, [isPart, path])
  const copy = () =>
    navigator.clipboard.writeText(
      [
        path,
        new Date().toISOString(),
        ...(error instanceof ApiError && error.requestId ? [error.requestId] : []),
        error instanceof Error ? error.stack : String(error),
      ].join('\n'),
    )
  return (
    <div role="alert">
      <EmptyState variant="failed" height={240} />
      <p className="page-failure">
        {t(isPart ? (navigator.onLine ? 'failure.part' : 'failure.offline') : 'failure.page')}
      </p>
      <p className="page-failure">
        <Button type="primary" onClick={() => (isPart ? location.reload() : onRetry())}>
          {t('failure.retry')}
        </Button>
        <Button onClick={() => void copy()}>{t('failure.copy')}</Button>
      </p>
    </div>
  )
}
