import { Button } from 'antd'
import { camera } from '#contract/camera/camera.ts'
import { cameraPictures, removePicture, type CameraPicture } from '#contract/camera/capture.ts'
import { resized } from '#contract/file/file-calls.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { LineIcon } from '#src/ui/LineIcon.tsx'

interface StripProps {
  pictures: readonly CameraPicture[]
  left: number
  right: number
  onLeft: (id: number) => void
  onRight: (id: number) => void
}
/** All pictures by day, each to be put before or after. */
export function Strip({ pictures, left, right, onLeft, onRight }: StripProps) {
  const t = useLabels({ module: 'camera' })
  const zone = useTimeZone()
  const mayRemove = useGranted(camera.permissions.edit) === true
  const remove = useCallAction(removePicture, {
    asks: () => ({
      title: t('camera:series.removeAsk'),
      body: t('camera:series.removeText'),
      go: t('camera:series.remove'),
      isDanger: true,
    }),
    said: t('camera:series.removed'),
    invalidates: [cameraPictures],
  })
  const days = [...new Set(pictures.map(({ day }) => day))]
  return (
    <ol className="series-strip" aria-label={t('camera:series.strip')}>
      {days.map((day) => (
        <li key={day}>
          <h2>{day}</h2>
          <div>
            {pictures
              .filter((one) => one.day === day)
              .map((one) => {
                const at = momentOf(one.takenOn, zone).slice(11, 16)
                const name = `${day} ${at}`
                return (
                  <figure
                    key={one.id}
                    data-side={one.id === left ? 'left' : one.id === right ? 'right' : undefined}
                  >
                    <img src={resized(one.fileUrl)} alt={name} loading="lazy" />
                    <figcaption>
                      {at} {one.timerName ?? t('camera:series.byHand')}
                    </figcaption>
                    <span className="series-buttons">
                      <Button
                        size="small"
                        type={one.id === left ? 'primary' : 'default'}
                        aria-label={`${t('camera:series.openLeft')} ${name}`}
                        onClick={() => onLeft(one.id)}
                      >
                        {t('camera:series.left')}
                      </Button>
                      <Button
                        size="small"
                        type={one.id === right ? 'primary' : 'default'}
                        aria-label={`${t('camera:series.openRight')} ${name}`}
                        onClick={() => onRight(one.id)}
                      >
                        {t('camera:series.right')}
                      </Button>
                      {mayRemove && (
                        <Button
                          size="small"
                          type="text"
                          icon={<LineIcon name="bin" />}
                          aria-label={`${t('camera:series.remove')} ${name}`}
                          onClick={() => void remove.send({ id: one.id })}
                        />
                      )}
                    </span>
                  </figure>
                )
              })}
          </div>
        </li>
      ))}
    </ol>
  )
}
