import { AutoComplete, Input } from 'antd'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { fewestSoughtChars, geocode, mostSoughtChars } from '#contract/map/geocode.ts'
import type { BaseState } from '#contract/home/base-calls.ts'
import type { Position } from '#contract/ground.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { parseLatLng } from '#src/lib/coordinates.ts'
import { ownPlaces } from './own-places.ts'

interface PlaceSearchProps {
  bases: readonly BaseState[]
  onPick: (at: Position) => void
}
interface Choice {
  value: string
  name: string
  note: string
  at: Position
}
const digits = 5

/** Finds bases and plots as one types, coordinates, and on Enter what the operator's service knows. */
export function PlaceSearch({ bases, onPick }: PlaceSearchProps) {
  const t = useLabels()
  const [text, setText] = useState('')
  const [sought, setSought] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const { data, error, isFetching } = useCall(geocode, sought === null ? null : { q: sought }, {
    staleTime: Infinity,
    retry: false,
  })
  const words = text.trim()
  const isAnswered = sought !== null && sought === words && !isFetching
  const typed = parseLatLng(words)
  // Enter closes the list; what was asked for then opens it.
  useEffect(() => {
    if (sought !== null) setOpen(true)
  }, [sought, isFetching])
  const choices = (group: string, places: readonly Omit<Choice, 'value'>[]) => ({
    label: group,
    options: places.map((place, i): Choice => ({ ...place, value: `${group} ${i}` })),
  })
  const groups = [
    choices(
      t('kit:map.typedPlace'),
      typed
        ? [
            {
              name: typed.map((part) => part.toFixed(digits)).join(', '),
              note: '',
              at: [typed[1], typed[0]],
            },
          ]
        : [],
    ),
    choices(t('kit:map.ownPlaces'), ownPlaces(bases, words)),
    choices(
      data?.service ? t(`kit:map.geocoders.${data.service}`) : t('kit:map.foundPlaces'),
      isAnswered
        ? (data?.places ?? []).map(({ name, address, at }) => ({ name, note: address, at }))
        : [],
    ),
  ].filter(({ options }) => options.length > 0)
  const none = isAnswered
    ? error
      ? error.message
      : t(data?.service ? 'kit:map.searchNone' : 'kit:map.searchOff')
    : t('kit:map.searchHint')
  const search = () => {
    if (words.length >= fewestSoughtChars && !typed) setSought(words)
    setOpen(true)
  }
  return (
    <AutoComplete<string, Choice | (typeof groups)[number]>
      className="map-search"
      value={text}
      options={groups}
      open={isOpen && words !== ''}
      defaultActiveFirstOption={typed !== null}
      notFoundContent={isFetching ? t('kit:map.searching') : none}
      onOpenChange={setOpen}
      filterOption={false}
      optionRender={({ data: one }) => (
        <span className="map-hit">
          {(one as unknown as Choice).name}
          <small>{(one as unknown as Choice).note}</small>
        </span>
      )}
      onChange={(next: string, option) => {
        if (option && 'at' in option) return
        setText(next.slice(0, mostSoughtChars))
        setOpen(true)
      }}
      onSelect={(_, option) => {
        if (!('at' in option)) return
        setText(option.name)
        setOpen(false)
        onPick(option.at)
      }}
    >
      <Input.Search
        aria-label={t('kit:map.search')}
        placeholder={t('kit:map.search')}
        loading={isFetching}
        onSearch={search}
        // Enter seeks here, and sends no form.
        onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault()}
      />
    </AutoComplete>
  )
}
