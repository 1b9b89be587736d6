import { Slider } from 'antd'
import { useState } from 'react'
import type { CameraPicture } from '#contract/camera/capture.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'

const half = 50

/** Two pictures of one spot, one over the other, the line between them moved by hand or keys. */
export function Compare({ left, right }: { left: CameraPicture; right: CameraPicture }) {
  const t = useLabels({ module: 'camera' })
  const zone = useTimeZone()
  const [at, setAt] = useState(half)
  const word = (one: CameraPicture) => momentOf(one.takenOn, zone).slice(0, 16)
  return (
    <figure className="series-compare">
      <div className="series-stage">
        <img src={right.fileUrl} alt={`${t('camera:series.right')} ${word(right)}`} />
        <img
          src={left.fileUrl}
          alt={`${t('camera:series.left')} ${word(left)}`}
          style={{ clipPath: `inset(0 ${100 - at}% 0 0)` }}
        />
        <span className="series-line" style={{ insetInlineStart: `${at}%` }} aria-hidden />
        <figcaption className="series-mark" data-side="left">
          {t('camera:series.left')} {word(left)}
        </figcaption>
        <span className="series-mark" data-side="right">
          {t('camera:series.right')} {word(right)}
        </span>
      </div>
      <Slider
        value={at}
        onChange={setAt}
        tooltip={{ open: false }}
        ariaLabelForHandle={t('camera:series.slider')}
      />
    </figure>
  )
}
