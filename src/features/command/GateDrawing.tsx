import type { DrawingProps } from '#src/features/equipment/views/view.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import './control.css'

const width = 320
const height = 170
const bed = 150
const gateTop = 20
const deepest = 110

/**
 * A gate as it reports itself: how far its leaf is up, and the water on both sides between the
 * limits it is set to.
 */
export function GateDrawing({ readings }: DrawingProps) {
  const t = useLabels({ module: 'equipment' })
  const of = (metric: string) => readings.find((one) => one.metric === metric)?.value
  const opening = of('opening')
  const [up, down, high, low] = [
    of('upstreamLevel'),
    of('downstreamLevel'),
    of('highLevel'),
    of('lowLevel'),
  ]
  if (opening === undefined) return null
  const scale = Math.max(high ?? 0, up ?? 0, down ?? 0, 1) * 1.1
  const y = (level: number) => bed - (deepest * level) / scale
  const leaf = ((bed - gateTop) * opening) / 100
  const cm = (level: number | undefined) => (level === undefined ? '–' : `${level.toFixed(0)} cm`)
  const limit =
    up === undefined
      ? null
      : high !== undefined && up > high
        ? 'above'
        : low !== undefined && up < low
          ? 'below'
          : null
  return (
    <section className="gate" aria-label={t('equipment:gate.title')}>
      <h3>{t('equipment:gate.title')}</h3>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('equipment:gate.label', {
          opening: `${opening} %`,
          up: cm(up),
          down: cm(down),
        })}
      >
        {up !== undefined && (
          <rect className="gate-water" x="0" width="155" y={y(up)} height={bed - y(up)} />
        )}
        {down !== undefined && (
          <rect className="gate-water" x="165" width="155" y={y(down)} height={bed - y(down)} />
        )}
        {opening > 0 && down !== undefined && (
          <rect
            className="gate-water"
            x="155"
            width="10"
            y={bed - Math.min(leaf, bed - y(down))}
            height={Math.min(leaf, bed - y(down))}
          />
        )}
        {[
          ['high', high],
          ['low', low],
        ].map(
          ([name, level]) =>
            typeof level === 'number' && (
              <g key={name} className="gate-limit">
                <line x1="0" x2="150" y1={y(level)} y2={y(level)} />
                <text x="4" y={y(level) - 3}>
                  {t(name === 'high' ? 'equipment:gate.high' : 'equipment:gate.low', {
                    value: level,
                  })}
                </text>
              </g>
            ),
        )}
        <rect
          className="gate-leaf"
          x="155"
          width="10"
          y={gateTop - leaf * 0.12}
          height={Math.max(4, bed - gateTop - leaf)}
        />
        <line className="gate-bed" x1="0" x2={width} y1={bed} y2={bed} />
      </svg>
      <dl>
        <div>
          <dt>{t('equipment:gate.opening')}</dt>
          <dd>{opening} %</dd>
        </div>
        <div>
          <dt>{t('equipment:gate.up')}</dt>
          <dd>
            {cm(up)}{' '}
            {limit && (
              <StatusTag tone="warn">
                {t(limit === 'above' ? 'equipment:gate.above' : 'equipment:gate.below')}
              </StatusTag>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('equipment:gate.down')}</dt>
          <dd>{cm(down)}</dd>
        </div>
      </dl>
    </section>
  )
}
