import { useState } from 'react'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useNarrow } from '#src/ui/use-width.ts'
import { colourModes, type ColourMode } from './map-place.ts'
import type { LegendEntry } from './colours.ts'

interface LegendProps {
  by: ColourMode
  legend: readonly LegendEntry[]
  hasAlarms: boolean
  onChange: (by: ColourMode) => void
}
/** What the colours of the plots stand for, and by what they are coloured. */
export function Legend({ by, legend, hasAlarms, onChange }: LegendProps) {
  const t = useLabels({ module: 'map' })
  // On a phone the map is what one came for.
  const isNarrow = useNarrow()
  const [isOpen, setOpen] = useState(!isNarrow)
  return (
    <section className="farm-map-card farm-map-legend" aria-label={t('map:legend.title')}>
      <label>
        {t('map:legend.by')}{' '}
        <select
          className="farm-map-select"
          value={by}
          onChange={({ target }) => onChange(target.value as ColourMode)}
        >
          {colourModes
            .filter((mode) => hasAlarms || mode !== 'alarm')
            .map((mode) => (
              <option key={mode} value={mode}>
                {t(`map:colours.${mode}`)}
              </option>
            ))}
        </select>
      </label>
      <details
        open={isOpen || !isNarrow}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>{t('map:legend.title')}</summary>
        <ul>
          {legend.map(({ key, isOwnWord, colour, count }) => (
            <li key={key}>
              <i style={{ background: colour }} />
              {isOwnWord ? t(`map:legend.${key}`) : key}
              <small className="kit-number">{count}</small>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
