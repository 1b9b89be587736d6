import { useEffect, useId, useMemo, useState, type ReactNode } from 'react'
import type { Entity } from '#contract/entity.ts'
import { FilterBar, type FilterItem } from '#src/ui/FilterBar.tsx'
import { fieldTypes } from '#src/kit/fields/field-types.ts'
import type { OwnFilters } from '#src/kit/fields/kind.ts'
import { entityLabel, fieldLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

interface FilterFormProps {
  entity: Entity
  names: readonly string[]
  own?: OwnFilters | undefined
  values: Readonly<Record<string, unknown>>
  onSearch: (values: Record<string, unknown>) => void
  add?: ReactNode
  isBusy?: boolean
}

/** A list's questions, one per field, asked together. */
export function FilterForm({ entity, names, own, values, onSearch, add, isBusy }: FilterFormProps) {
  const t = useLabels(entity)
  const prefix = useId()
  const [draft, setDraft] = useState<Readonly<Record<string, unknown>>>(values)
  // Back, a cleared chip or a link change the list: the bar says what the list answers.
  useEffect(() => setDraft(values), [values])
  const items = useMemo<FilterItem[]>(
    () =>
      names.flatMap((name) => {
        const field = entity.fields[name]!
        const Filter = own?.[name]?.Filter ?? fieldTypes[field.kind].Filter
        if (!Filter) return []
        const id = `${prefix}${name}`
        const control = (
          <Filter
            id={id}
            entity={entity}
            name={name}
            field={field}
            value={draft[name]}
            onChange={(value) => setDraft((now) => ({ ...now, [name]: value ?? undefined }))}
          />
        )
        return [{ id, label: fieldLabel(t, entity, name), control }]
      }),
    [names, own, entity, prefix, draft, t],
  )
  return (
    <FilterBar
      label={t('kit:list.searchFor', { name: entityLabel(t, entity) })}
      items={items}
      active={Object.keys(values).length}
      add={add}
      isBusy={isBusy}
      onSearch={() => onSearch(draft)}
      onReset={() => onSearch({})}
    />
  )
}
