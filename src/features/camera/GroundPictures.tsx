import { Image } from 'antd'
import { Link } from 'react-router'
import { watchCode } from '#contract/camera/camera.ts'
import { cameraSeriesScreen, seedlingSituation } from '#contract/camera/capture.ts'
import { resized } from '#contract/file/file-calls.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import './ground-pictures.css'

/** The rest is on the page of the series. */
const mostDays = 14

/** How a batch's ground looked, day by day; nothing where no camera looks at it. */
export function GroundPictures({ batchId, className }: { batchId: number; className: string }) {
  const t = useLabels({ module: 'camera' })
  const may = useGranted(watchCode) === true
  const { data = [] } = useCall(seedlingSituation, may ? { batchId } : null)
  const days = data.slice(0, mostDays).reverse()
  const first = days[0]?.pictures[0]
  if (!first) return null
  return (
    <section className={className} aria-label={t('camera:series.ground')}>
      <h3>{t('camera:series.ground')}</h3>
      <Image.PreviewGroup>
        <ol className="ground-pictures">
          {days.flatMap(({ day, pictures }) =>
            pictures.map((one) => (
              <li key={one.id}>
                <Image
                  src={resized(one.fileUrl)}
                  preview={{ src: one.fileUrl }}
                  alt={`${one.cameraName} ${day}`}
                />
                <span className="kit-number">{day}</span>
                <small>{one.cameraName}</small>
              </li>
            )),
          )}
        </ol>
      </Image.PreviewGroup>
      <Link to={`${cameraSeriesScreen.route}?camera=${first.cameraId}`}>
        {t('camera:series.compare')}
      </Link>
    </section>
  )
}
