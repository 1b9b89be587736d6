import { Button } from 'antd'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { lengthOf, type Stretch, type StretchKind } from './stretches.ts'
import type { useHeld } from './use-held.ts'

const rows: readonly { name: 'here' | 'held'; kinds: readonly StretchKind[] }[] = [
  { name: 'here', kinds: ['server'] },
  { name: 'held', kinds: ['card', 'cloud'] },
]
interface TimelineLegendProps extends ReturnType<typeof useHeld> {
  id: string
  stretches: readonly Stretch[]
}
/** What the rows of a day are, how much there is in each, and what is not known of the lower one. */
export function TimelineLegend({ id, stretches, held, isAsking, askAgain }: TimelineLegendProps) {
  const t = useLabels({ module: 'camera' })
  const told = held?.told
  const isTold = told === 'all' || told === 'part'
  return (
    <div className="camera-legend" id={id}>
      {rows
        .filter(({ name }) => name === 'here' || isTold)
        .map(({ name, kinds }) => {
          const minutes = Math.round(lengthOf(stretches, kinds) / 60_000)
          const count = stretches.filter(({ kind }) => kinds.includes(kind)).length
          return (
            <span key={name}>
              <i data-kind={kinds[0]} aria-hidden />
              {count === 0
                ? t(`camera:rec.legend.${name}None`)
                : t(`camera:rec.legend.${name}`, {
                    count,
                    hours: Math.floor(minutes / 60),
                    minutes: minutes % 60,
                  })}
            </span>
          )
        })}
      <span role="status">
        {isAsking && !held && t('camera:rec.asking')}
        {told === 'untold' && t('camera:rec.untold')}
        {held &&
          (told === 'unknown' || told === 'part') &&
          t(`camera:rec.${told}`, { why: held.why })}
      </span>
      {(told === 'unknown' || told === 'part') && (
        <Button size="small" loading={isAsking} onClick={askAgain}>
          {t('camera:rec.askAgain')}
        </Button>
      )}
    </div>
  )
}
