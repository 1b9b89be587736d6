import { useMemo, useState } from 'react'
import { Segmented } from 'antd'
import type { PlacedKind } from '#contract/map/manage.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { isGround, keyOf, type Places, type Thing, type ThingKey } from './use-places.ts'

interface PlacesPanelProps {
  places: Places
  picked: ThingKey | null
  onPick: (thing: Thing) => void
}
const kinds: readonly PlacedKind[] = ['plot', 'base', 'edge', 'landmark', 'device']
/** More are found by their name. */
const mostListed = 200

/** Everything that could have a place; what has none comes first. */
export function PlacesPanel({ places, picked, onPick }: PlacesPanelProps) {
  const t = useLabels({ module: 'map' })
  const [kind, setKind] = useState<PlacedKind>('plot')
  const [text, setText] = useState('')
  const { things, isChanged } = places
  const found = useMemo(() => {
    const part = text.trim().toLowerCase()
    return things
      .filter((one) => one.kind === kind && one.name.toLowerCase().includes(part))
      .toSorted((a, b) => Number(isPlaced(a)) - Number(isPlaced(b)))
  }, [things, kind, text])
  return (
    <section className="farm-map-card map-places" aria-label={t('map:manage.places')}>
      <Segmented
        aria-label={t('map:manage.places')}
        size="small"
        value={kind}
        options={kinds.map((value) => ({ value, label: t(`map:kinds.${value}`) }))}
        onChange={setKind}
      />
      <input
        type="search"
        aria-label={t('map:search.label')}
        placeholder={t('map:search.label')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {found.length === 0 && <p>{t('map:manage.none')}</p>}
      <ul>
        {found.slice(0, mostListed).map((one) => {
          const key = keyOf(one)
          const state = isChanged.has(key) ? 'changed' : isPlaced(one) ? null : 'open'
          return (
            <li key={key}>
              <button type="button" aria-pressed={picked === key} onClick={() => onPick(one)}>
                <span>{one.name}</span>
                {state && <small data-state={state}>{t(`map:manage.${state}_${kind}`)}</small>}
              </button>
            </li>
          )
        })}
      </ul>
      {found.length > mostListed && (
        <p>{t('map:manage.more', { count: found.length - mostListed })}</p>
      )}
    </section>
  )
}
const isPlaced = ({ kind, outline, at }: Thing) => (isGround(kind) ? outline : at) !== null
