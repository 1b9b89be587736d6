import type { MapSource } from '#contract/map/map.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

interface SourceChoiceProps {
  sources: readonly MapSource[]
  /** 0: our own drawing. */
  ground: number
  onChange: (ground: number) => void
}
/** What the map lies on: our drawing, or pictures that the operator has. */
export function SourceChoice({ sources, ground, onChange }: SourceChoiceProps) {
  const t = useLabels({ module: 'map' })
  return (
    <select
      className="farm-map-select"
      aria-label={t('map:source.title')}
      value={ground}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      {[t('map:source.drawn'), ...sources.map(({ name }) => name)].map((name, at) => (
        <option key={at} value={at}>
          {name}
        </option>
      ))}
    </select>
  )
}
