import { useList } from '@refinedev/core'
import { Button, Select } from 'antd'
import { useId, useMemo, useState } from 'react'
import LinesEditor from '#src/kit/fields/lines/LinesEditor.tsx'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useWholeForm } from '#src/kit/form/values/whole-form.ts'
import { generate, pickedOf, type Picked, type SkuLine } from './combinations.ts'
import './product.css'

interface AttributeRow {
  id: number
  name: string
  values: { value: string }[]
}
const mostAttributes = 100

/** A product's combinations: made of its attributes' values, or entered one by one. */
export default function SkusInput(props: InputProps) {
  const { field, value, onChange, disabled } = props
  const t = useLabels({ module: 'inventory' })
  const id = useId()
  const { code } = useWholeForm()
  const { result } = useList<AttributeRow>({
    resource: 'attribute',
    pagination: { pageSize: mostAttributes },
    sorters: [{ field: 'sort', order: 'asc' }],
    filters: [{ field: 'enabledFlag', operator: 'eq', value: 1 }],
    errorNotification: false,
    liveMode: 'off',
  })
  const attributes = useMemo(
    () =>
      result.data.map(({ name, values }) => ({
        name,
        values: (values ?? []).map((one) => one.value),
      })),
    [result.data],
  )
  const lines = (Array.isArray(value) ? value : []) as SkuLine[]
  const [chosen, setChosen] = useState<Picked>()
  const picked = chosen ?? pickedOf(lines, attributes)
  const blank = Object.fromEntries(Object.keys(field.columns ?? {}).map((column) => [column, null]))
  const next = generate(lines, picked, blank, String(code ?? ''), field.columns?.code?.max)
  const isTooMany = next.lines.length > (field.max ?? 0)
  const isSame = next.added === 0 && next.removed === 0
  const isPicked = next.lines.length > 0
  return (
    <div className="product-skus">
      {attributes.length > 0 && !disabled && (
        <fieldset className="kit-line product-generator">
          <legend>{t('inventory:skus.title')}</legend>
          {attributes.map(({ name, values }, at) => (
            <div key={name} className="product-attribute">
              <label htmlFor={`${id}-${at}`}>{name}</label>
              <Select
                id={`${id}-${at}`}
                mode="multiple"
                allowClear
                maxTagCount="responsive"
                placeholder={t('inventory:skus.choose')}
                value={[...(picked[at] ?? [])]}
                options={values.map((one) => ({ value: one, label: one }))}
                // In the order of the attribute, however they were picked.
                onChange={(given: string[]) =>
                  setChosen(
                    attributes.map((_, other) =>
                      other === at
                        ? values.filter((one) => given.includes(one))
                        : (picked[other] ?? []),
                    ),
                  )
                }
              />
            </div>
          ))}
          <div className="product-generate">
            <Button
              disabled={!isPicked || isTooMany || isSame}
              onClick={() => onChange(next.lines)}
            >
              {t('inventory:skus.generate')}
            </Button>
            <span role="status" className={isTooMany ? 'kit-problem' : undefined}>
              {isTooMany
                ? t('inventory:skus.tooMany', { count: next.lines.length, max: field.max })
                : isPicked
                  ? t(isSame ? 'inventory:skus.same' : 'inventory:skus.outcome', {
                      count: next.lines.length,
                      added: next.added,
                      removed: next.removed,
                    })
                  : t('inventory:skus.none')}
            </span>
          </div>
        </fieldset>
      )}
      <LinesEditor {...props} />
    </div>
  )
}
