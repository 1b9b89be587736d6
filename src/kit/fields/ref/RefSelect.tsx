import { Select } from 'antd'
import { useState, type UIEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { statusOf } from '#src/kit/fields/kind.ts'
import { useDebounced, useNamed, useOptions, type Option } from './use-options.ts'

interface RefSelectProps {
  id?: string
  to: string | undefined
  multiple?: boolean
  /** Only rows with these values. */
  among?: Readonly<Record<string, unknown>>
  /** Only rows that are in use; what is chosen already stays, and says that it is not. */
  inUse?: boolean
  placeholder?: string
  value: unknown
  /** Labels of what is already chosen, which may be on no page that was loaded. */
  chosen: Option[]
  onChange: (value: unknown) => void
  onBlur?: () => void
  disabled?: boolean
  invalid?: boolean
  describedBy?: string
  required?: boolean
}
const nearEndPx = 80

/** Picks one or several rows of another entity (docs/specification.md 4.1). */
export function RefSelect({
  id,
  to,
  multiple,
  among,
  inUse,
  placeholder,
  value,
  chosen,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
  required,
}: RefSelectProps) {
  const { t } = useTranslation(['kit', 'common'])
  const [isOpen, setOpen] = useState(false)
  // Labels picked while this select lives, so that a search that hides them does not turn them into
  // numbers.
  const [picked, setPicked] = useState<Option[]>([])
  const { options, search, setSearch, query, more } = useOptions(
    to,
    isOpen,
    inUse ? { ...among, enabledFlag: 1 } : among,
  )
  const find = useDebounced(setSearch)
  const held = [value].flat().filter((one): one is number => typeof one === 'number')
  // The name that came with the record does not say whether it is in use.
  const told = inUse ? [...picked, ...options] : [...chosen, ...picked, ...options]
  const named = useNamed(
    to,
    held.filter((one) => !told.some((option) => option.value === one)),
  )
  const known = new Map(
    [...chosen, ...named, ...picked, ...options].map((option) => [option.value, option]),
  )
  const kept = search ? [] : held.flatMap((one) => known.get(one) ?? [])
  const shown = [...new Map([...kept, ...options].map((option) => [option.value, option])).values()]

  const handleScroll = ({ currentTarget: list }: UIEvent<HTMLDivElement>) => {
    if (list.scrollTop + list.clientHeight > list.scrollHeight - nearEndPx) more()
  }
  const labelled = (one: number) => ({ value: one, label: known.get(one)?.label ?? `#${one}` })
  const current = multiple
    ? held.map(labelled)
    : held[0] === undefined
      ? undefined
      : labelled(held[0])
  const handleChange = (next: unknown) => {
    const list = [next]
      .flat()
      .filter((one): one is Option => typeof one === 'object' && one !== null)
    setPicked((before) => [...before, ...list.flatMap(({ value: one }) => known.get(one) ?? [])])
    onChange(multiple ? list.map((one) => one.value) : (list[0]?.value ?? null))
  }
  return (
    <Select
      id={id}
      className="kit-full"
      mode={multiple ? 'multiple' : undefined}
      labelInValue
      allowClear={!required}
      showSearch
      filterOption={false}
      placeholder={placeholder}
      value={current as never}
      options={shown}
      disabled={disabled}
      status={statusOf(invalid)}
      loading={query.isFetching}
      aria-describedby={describedBy}
      notFoundContent={
        query.isError
          ? t('kit:ref.failed')
          : query.isFetching
            ? t('common:loading')
            : t('kit:ref.nothing')
      }
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) setSearch('')
      }}
      onSearch={find}
      onPopupScroll={handleScroll}
      onBlur={onBlur}
      onChange={handleChange}
    />
  )
}
