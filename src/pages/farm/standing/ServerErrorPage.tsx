import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { homeScreen } from '#contract/farm/home.ts'
import { useAnswer } from '#src/kit/calls/use-call.ts'
import { safePath } from '#src/lib/safe-path.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'

const againMs = 5_000
/** Whether the services answer again: the question that a load balancer asks as well. */
async function isReady(): Promise<boolean> {
  const answer = await fetch('/readyz', { cache: 'no-store' })
  return answer.ok
}

/** Said while the services do not answer; `?from=` is where it leads back to. */
export default function ServerErrorPage() {
  const { t } = useTranslation('farm')
  const navigate = useNavigate()
  const { search } = useLocation()
  const back = safePath(new URLSearchParams(search).get('from')) ?? homeScreen.route
  const { data, isFetching, refetch } = useAnswer('readyz', null, isReady, {
    retry: false,
    refetchInterval: againMs,
  })
  const goBack = (
    <Button type="primary" onClick={() => void navigate(back, { replace: true })}>
      {t('farm:standing.back')}
    </Button>
  )
  if (data)
    return (
      <section className="kit-page">
        <p role="status">{t('farm:standing.ready')}</p>
        <p>{goBack}</p>
      </section>
    )
  return (
    <EmptyState
      variant="failed"
      height={420}
      action={
        <>
          {goBack}{' '}
          <Button loading={isFetching} onClick={() => void refetch()}>
            {t('farm:standing.ask')}
          </Button>
        </>
      }
    >
      <p role="status">
        {t(data === undefined && isFetching ? 'farm:standing.asking' : 'farm:standing.down')}
      </p>
    </EmptyState>
  )
}
