import { CloseOutlined } from '@ant-design/icons'
import { useOne } from '@refinedev/core'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity } from '#contract/entity.ts'
import type { Field } from '#contract/field.ts'
import { useWords } from '#src/kit/fields/choice/flag.tsx'
import { entityOf } from '#src/kit/fields/ref/use-options.ts'
import type { OwnFilters } from '#src/kit/fields/kind.ts'
import { codeName, fieldLabel, optionLabel } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

interface FilterChipsProps {
  entity: Entity
  own?: OwnFilters | undefined
  values: Readonly<Record<string, unknown>>
  onChange: (values: Record<string, unknown>) => void
}

/** A link brings ids without names, and the filter itself knows none before it is opened. */
function RefName({ to, id }: { to: string; id: number }) {
  const target = entityOf(to)
  const { t } = useTranslation('kit')
  const { result, query } = useOne<Row>({
    resource: target.name,
    id,
    queryOptions: { retry: false, enabled: 'show' in target.api },
    errorNotification: false,
    liveMode: 'off',
  })
  const name = `#${id}`
  if (query.isError) return <>{t('kit:ref.gone', { name })}</>
  return <>{String(result?.[target.title] ?? name)}</>
}

function FilterValue({
  entity,
  own,
  name,
  field,
  value,
}: {
  entity: Entity
  own: OwnFilters | undefined
  name: string
  field: Field
  value: unknown
}) {
  const t = useLabels(entity)
  const words = useWords(name)
  if (Array.isArray(value)) return <>{value.join(' – ')}</>
  const Name = own?.[name]?.Name
  if (Name && typeof value === 'number') return <Name id={value} />
  if (field.to && typeof value === 'number') return <RefName to={field.to} id={value} />
  if (field.kind === 'flag') return <>{words[value === 1 ? 1 : 0]}</>
  const code = codeName({ ...field.filterCodes, ...field.codes }, value)
  return <>{code ? optionLabel(t, entity, name, code) : String(value)}</>
}

/** What a list is narrowed by, each part to be taken away by itself (docs/specification.md 5.3). */
export default function FilterChips({ entity, own, values, onChange }: FilterChipsProps) {
  const t = useLabels(entity)
  const remove = (name: string, { currentTarget }: MouseEvent) => {
    // The chip goes, and with it the focus, unless the next one takes it.
    currentTarget.closest('li')?.nextElementSibling?.querySelector('button')?.focus()
    onChange(Object.fromEntries(Object.entries(values).filter(([one]) => one !== name)))
  }
  return (
    <ul className="kit-chips" aria-label={t('kit:list.filters')}>
      {Object.entries(values).map(([name, value]) => {
        const label = fieldLabel(t, entity, name)
        return (
          <li key={name} className="kit-chip">
            <span>
              <small>{label}</small>{' '}
              <FilterValue
                entity={entity}
                own={own}
                name={name}
                field={entity.fields[name]!}
                value={value}
              />
            </span>
            <button
              type="button"
              aria-label={t('kit:list.removeFilter', { name: label })}
              onClick={(event) => remove(name, event)}
            >
              <CloseOutlined />
            </button>
          </li>
        )
      })}
      <li>
        <button type="button" className="kit-link" onClick={() => onChange({})}>
          {t('kit:list.clearFilters')}
        </button>
      </li>
    </ul>
  )
}
