import { Button, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { batch } from '#contract/planting/batch.ts'
import type { BatchMate } from '#contract/planting/family-calls.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { numberText } from '#src/kit/fields/number/number-text.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { NumberBox } from '#src/ui/NumberBox.tsx'
import type { DraftPart } from './split-parts.ts'

interface SplitPartProps {
  part: DraftPart
  no: number
  own: BatchMate
  plots: readonly { id: number; landName: string; acreage: number | null }[]
  /** What it takes over of the costs; undefined: that is not told. */
  cost: number | undefined
  onChange: (what: Partial<DraftPart>) => void
  /** None: there must be as many. */
  onRemove: (() => void) | undefined
}
/** One part of a batch that is being split. */
export function SplitPart({ part, no, own, plots, cost, onChange, onRemove }: SplitPartProps) {
  const t = useLabels(batch)
  const { language } = useTranslation().i18n
  const unitName = useUnitName()
  const figure = (name: 'plantedArea' | 'quantity', unit: string) =>
    own[name] !== null && (
      <FieldItem
        name={`${name}${part.key}`}
        required
        label={`${fieldLabel(t, batch, name)}${unit && ` (${unit})`}`}
      >
        <NumberBox
          className="kit-full"
          min={0.01}
          max={9_999_999}
          precision={2}
          value={part[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      </FieldItem>
    )
  return (
    <fieldset className="batch-part">
      <legend>{t('planting:family.part', { no })}</legend>
      {onRemove && (
        <Button size="small" type="link" danger onClick={onRemove}>
          {t('planting:family.remove')}
        </Button>
      )}
      <FieldItem name={`batchName${part.key}`} required label={fieldLabel(t, batch, 'batchName')}>
        <Input
          maxLength={60}
          value={part.batchName}
          onChange={({ target }) => onChange({ batchName: target.value })}
        />
      </FieldItem>
      <FieldItem name={`landIds${part.key}`} required label={fieldLabel(t, batch, 'landIds')}>
        <Select
          mode="multiple"
          optionFilterProp="label"
          value={part.landIds}
          options={plots.map(({ id, landName, acreage }) => ({
            value: id,
            label: acreage === null ? landName : `${landName} · ${acreage} ${t('common:units.mu')}`,
          }))}
          onChange={(landIds: number[]) => onChange({ landIds })}
        />
      </FieldItem>
      <div className="batch-part-figures">
        {figure('plantedArea', t('common:units.mu'))}
        {figure('quantity', own.quantityUnitName ? unitName(own.quantityUnitName) : '')}
      </div>
      {cost !== undefined && (
        <p className="batch-none">
          {t('planting:family.cost', {
            amount: t('planting:figures.yuan', {
              amount: numberText(cost, language, batch.fields.cost),
            }),
          })}
        </p>
      )}
    </fieldset>
  )
}
