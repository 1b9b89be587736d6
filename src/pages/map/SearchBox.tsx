import { useDeferredValue, useId, useMemo, useState, type KeyboardEvent } from 'react'
import type { DigitalMap, MappedDevice } from '#contract/map/map.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { LineIcon } from '#src/ui/LineIcon.tsx'
import { hitsOf, type Hit } from './search.ts'

interface SearchBoxProps {
  data: DigitalMap
  rows: readonly MappedDevice[]
  onPick: (hit: Hit) => void
}
/** Finds bases, plots and devices by their names; arrows choose, Enter goes there. */
export function SearchBox({ data, rows, onPick }: SearchBoxProps) {
  const t = useLabels({ module: 'map' })
  const id = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const asked = useDeferredValue(text)
  const hits = useMemo(() => hitsOf(asked, data, rows), [asked, data, rows])
  const isShown = isOpen && text.trim() !== ''
  const pick = (hit: Hit | undefined) => {
    if (!hit) return
    onPick(hit)
    setText(hit.name)
    setOpen(false)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    // Enter comes before what was typed last is drawn.
    if (event.key === 'Enter') pick(asked === text ? hits[at] : hitsOf(text, data, rows)[0])
    else if (event.key === 'Escape' && isShown) setOpen(false)
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, hits.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else return
    event.preventDefault()
  }
  return (
    <div className="farm-map-search">
      <LineIcon name="search" />
      <input
        type="search"
        role="combobox"
        aria-label={t('map:search.label')}
        aria-expanded={isShown}
        aria-controls={`${id}-hits`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && hits[at] ? `${id}-${at}` : undefined}
        placeholder={t('map:search.label')}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setOpen(true)
          setAt(0)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={handleKey}
      />
      <ul id={`${id}-hits`} role="listbox" aria-label={t('map:search.hits')} hidden={!isShown}>
        {hits.map((hit, i) => (
          <li
            key={`${hit.kind}-${hit.id}`}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === at}
            // Before the field loses the focus.
            onMouseDown={(event) => {
              event.preventDefault()
              pick(hit)
            }}
          >
            <span>{hit.name}</span>
            <small>
              {hit.kind === 'device'
                ? t(`equipment:deviceTypes.${hit.note}`)
                : t(`map:kinds.${hit.kind}`)}
            </small>
          </li>
        ))}
        {hits.length === 0 && (
          <li role="option" aria-selected={false} aria-disabled className="farm-map-none">
            {t('map:search.none')}
          </li>
        )}
      </ul>
    </div>
  )
}
