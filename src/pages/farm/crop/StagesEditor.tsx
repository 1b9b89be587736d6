import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { crop } from '#contract/farm/crop.ts'
import { stageQuantities } from '#contract/farm/stage-limits.ts'
import { lineLabel } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { LineTools } from '#src/kit/fields/lines/LineTools.tsx'
import './stages.css'

const { columns = {}, max = 0 } = crop.fields.stages
type Stage = Readonly<Record<string, unknown>>
const lasting = ['name', 'days', 'heatUnits']
const limits = Object.values(stageQuantities).flatMap(({ least, most }) => [least, most])

/** The stages of a crop: how long each lasts, and below it what suits it. */
export default function StagesEditor({
  id,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
}: InputProps) {
  const t = useLabels(crop)
  const stages = Array.isArray(value) ? (value as Stage[]) : []
  const blank = Object.fromEntries(Object.keys(columns).map((column) => [column, null]))
  return (
    <div className="crop-stages" role="group">
      {stages.map((stage, at) => (
        <fieldset key={at} className="crop-stage">
          <legend className="visually-hidden">{`${at + 1} ${String(stage.name ?? '')}`}</legend>
          {[lasting, limits].map((names, part) => (
            <div key={part} className="crop-stage-row">
              {names.map((column) => {
                const field = columns[column]!
                const Input = inputs[field.kind]
                const own = `${id}-${at}-${column}`
                return (
                  <div key={column}>
                    <label htmlFor={own} title={lineLabel(t, crop, 'stages', column)}>
                      {lineLabel(t, crop, 'stages', column)}
                    </label>
                    <Input
                      id={own}
                      entity={crop}
                      name={column}
                      field={field}
                      row={stage as Row}
                      value={stage[column]}
                      disabled={disabled}
                      invalid={invalid && field.required && !stage[column]}
                      onBlur={onBlur}
                      onChange={(next) =>
                        onChange(
                          stages.map((one, other) =>
                            other === at ? { ...one, [column]: next } : one,
                          ),
                        )
                      }
                    />
                  </div>
                )
              })}
              {part === 0 && (
                <span className="crop-stage-tools">
                  <LineTools lines={stages} at={at} disabled={disabled} onChange={onChange} />
                </span>
              )}
            </div>
          ))}
        </fieldset>
      ))}
      <Button
        id={id}
        aria-labelledby={`${id} ${id}-label`}
        icon={<PlusOutlined />}
        disabled={disabled || stages.length >= max}
        onClick={() => onChange([...stages, blank])}
      >
        {t('kit:lines.add')}
      </Button>
    </div>
  )
}
