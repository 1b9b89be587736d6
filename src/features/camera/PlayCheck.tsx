import { Alert, Button, Spin } from 'antd'
import { checkCamera } from '#contract/camera/viewing.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

const marks = { true: '✓', false: '✗', null: '–' } as const

/** Why a camera does not play: each step, where it broke, and what to do about it. */
export function PlayCheck({
  camera,
  said,
  onAgain,
}: {
  camera: number
  said: string | null
  onAgain: () => void
}) {
  const t = useLabels({ module: 'camera' })
  const { data, error, isFetching, refetch } = useCall(
    checkCamera,
    { cameraId: camera },
    { staleTime: 0, gcTime: 0, retry: false },
  )
  const broken = data?.steps.find(({ ok }) => ok === false)
  return (
    <div className="play-check" role="status">
      <p className="play-check-said">{said ?? t('camera:check.title')}</p>
      {isFetching && (
        <p>
          <Spin size="small" /> {t('camera:check.running')}
        </p>
      )}
      {error && !isFetching && <p>{error.message}</p>}
      {data && !isFetching && (
        <>
          <ol>
            {data.steps.map(({ step, ok, found }) => (
              <li key={step} data-ok={String(ok)}>
                <span aria-hidden>{marks[String(ok) as keyof typeof marks]}</span>
                <strong>{t(`camera:check.steps.${step}`)}</strong>
                {found && <span>{found}</span>}
              </li>
            ))}
          </ol>
          <Alert
            type={broken ? 'warning' : 'info'}
            showIcon
            message={broken ? broken.advice : t('camera:check.fine')}
          />
        </>
      )}
      <p className="play-check-buttons">
        <Button size="small" type="primary" onClick={onAgain}>
          {t('camera:view.again')}
        </Button>
        <Button size="small" disabled={isFetching} onClick={() => void refetch()}>
          {t('camera:check.again')}
        </Button>
      </p>
    </div>
  )
}
