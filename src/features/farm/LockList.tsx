import type { PlotLock } from '#contract/farm/plot-lock.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { momentOf, shortOf } from '#src/kit/fields/date/day-text.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import './locks.css'

/** Plots that may not be entered, or picked: by what, and until when. */
export function LockList({ locks }: { locks: readonly PlotLock[] }) {
  const t = useLabels({ module: 'farm' })
  const zone = useTimeZone()
  return (
    <ul className="farm-locks">
      {locks.map(({ landId, landName, kind, name, until }) => (
        <li key={`${landId}-${kind}-${name}`}>
          <StatusTag tone={kind === 'reentry' ? 'bad' : 'warn'}>
            {t(`farm:locks.${kind}`)}
          </StatusTag>
          <span>
            <b>{landName}</b> · {name}
          </span>
          <small>{t('farm:locks.until', { at: shortOf(momentOf(until, zone), zone) })}</small>
        </li>
      ))}
    </ul>
  )
}
