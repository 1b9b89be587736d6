import { Select } from 'antd'
import type { PlannedPerson } from '#contract/work/people-calls.ts'
import { task } from '#contract/work/task.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'
import { RefInput } from '#src/kit/fields/ref/ref-input.tsx'
import { chosenOptions, useNamed } from '#src/kit/fields/ref/use-options.ts'
import { freeFirst, longestOf, tasksOf, type Span } from './planned.ts'
import { usePlanned } from './use-planned.ts'
import { TooLong } from './TooLong.tsx'
import './people.css'

interface PeopleSelectProps extends InputProps {
  /** The days for which people are chosen; none: nobody knows who is free. */
  span: Span | null
  areaId: unknown
  /** Who has another part in it already. */
  without?: unknown
}
/** Somebody, or several, of those who work here: who is free at the head, how long the others are planned. */
export function PeopleSelect({ span, areaId, without, ...props }: PeopleSelectProps) {
  const t = useLabels(task)
  const { id, field, row, name, value, onChange, onBlur, disabled, invalid, describedBy } = props
  const { data, isError } = usePlanned(span, row?.id)
  const people = freeFirst(data?.people ?? [], areaId)
  const held = [value].flat().filter((one): one is number => typeof one === 'number')
  const known = [
    ...chosenOptions(row, name),
    ...people.map((one) => ({ value: one.id, label: one.name })),
  ]
  // Who works here no more is in no list.
  const named = useNamed(
    'worker',
    data ? held.filter((one) => !known.some((option) => option.value === one)) : [],
  )
  if (!span || isError) return <RefInput {...props} />
  const words = new Map([...named, ...known].map((one) => [one.value, one.label]))
  const labelled = (one: number) => ({ value: one, label: words.get(one) ?? `#${one}` })
  const isMany = field.kind === 'refs'
  const shown = new Map(people.map((one) => [one.id, one]))
  return (
    <>
      <Select
        id={id}
        className="kit-full"
        mode={isMany ? 'multiple' : undefined}
        labelInValue
        showSearch
        allowClear={!field.required}
        optionFilterProp="label"
        loading={!data}
        disabled={disabled}
        status={statusOf(invalid)}
        aria-describedby={describedBy}
        notFoundContent={t(data ? 'kit:ref.nothing' : 'common:loading')}
        value={(isMany ? held.map(labelled) : held[0] && labelled(held[0])) as never}
        options={people
          .filter((one) => one.id !== without)
          .map((one) => ({ value: one.id, label: one.name }))}
        optionRender={({ value: one }) => {
          const person = shown.get(Number(one))
          return person && <Person person={person} limit={data!.dayHours} />
        }}
        onBlur={onBlur}
        onChange={(next: unknown) => {
          const ids = [next].flat().flatMap((one) => (one as { value: number } | null)?.value ?? [])
          onChange(isMany ? ids : (ids[0] ?? null))
        }}
      />
      <TooLong planned={data} span={span} chosen={held} />
    </>
  )
}

function Person({ person, limit }: { person: PlannedPerson; limit: number }) {
  const t = useLabels(task)
  const hours = longestOf(person)
  const said =
    person.days.length === 0
      ? t('work:people.free')
      : hours > 0
        ? t('work:people.planned', { hours })
        : t('work:people.tasks', { count: tasksOf(person) })
  const load = person.days.length === 0 ? 'free' : hours >= limit ? 'full' : 'some'
  return (
    <span className="people-one">
      {person.name} <small data-load={load}>{said}</small>
    </span>
  )
}
