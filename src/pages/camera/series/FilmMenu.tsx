import { Button, Dropdown } from 'antd'
import { filmRates, makeFilm } from '#contract/camera/capture.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useFollowedJob } from '#src/kit/import-export/use-followed-job.ts'
import { LineIcon } from '#src/ui/LineIcon.tsx'

interface FilmMenuProps {
  camera: number
  from: string
  to: string
}
/** A film of the pictures that are shown, made by a job and saved when it is there. */
export function FilmMenu({ camera, from, to }: FilmMenuProps) {
  const t = useLabels({ module: 'camera' })
  const job = useFollowedJob(`camera-film-${camera}`)
  if (job.isRunning)
    return (
      <Button onClick={job.cancel} aria-live="polite">
        {t('camera:series.filming', { percent: job.progress })}
      </Button>
    )
  const items = filmRates.map((rate) => ({
    key: rate,
    label: t('camera:series.rate', { rate }),
    onClick: () => void job.start(makeFilm, { cameraId: camera, from, to, rate }),
  }))
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button icon={<LineIcon name="film" />}>{t('camera:series.film')}</Button>
    </Dropdown>
  )
}
