import { useOne } from '@refinedev/core'
import { crop, cropScreen, variety } from '#contract/farm/crop.ts'
import type { CropStage } from '#contract/planting/stages.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { LinesInput } from '#src/kit/fields/lines/lines-input.tsx'
import { useWholeForm } from '#src/kit/form/values/whole-form.ts'
import './stages.css'

interface StageHeat {
  stage: string
  heatUnits: number | null
}
const field = variety.fields.stageHeat.columns!.heatUnits!
const Input = inputs[field.kind]

/** What warmth each stage of its crop takes of a variety; who may not look crops up names the stages. */
export default function StageHeatInput(props: InputProps) {
  const t = useLabels(crop)
  const { cropId } = useWholeForm()
  const { result, query } = useOne({
    resource: cropScreen.name,
    id: Number(cropId),
    queryOptions: { enabled: typeof cropId === 'number', retry: false },
    errorNotification: false,
    liveMode: 'off',
  })
  if (query.isError) return <LinesInput {...props} />
  const { id, value, onChange, disabled } = props
  const stages = (typeof cropId === 'number' ? (result?.stages ?? []) : []) as CropStage[]
  if (stages.length === 0)
    return (
      <div id={id} role="group" aria-disabled="true">
        {t('farm:stageHeat.none')}
      </div>
    )
  const own = Array.isArray(value) ? (value as StageHeat[]) : []
  return (
    <div id={id} role="group" className="crop-stages">
      {stages.map(({ name, heatUnits }, at) => (
        <div key={name} className="crop-stage-heat">
          <label htmlFor={`${id}-${at}`}>{name}</label>
          <Input
            id={`${id}-${at}`}
            entity={variety}
            name="heatUnits"
            field={field}
            value={own.find(({ stage }) => stage === name)?.heatUnits ?? null}
            disabled={disabled}
            onChange={(next) =>
              onChange(
                stages.flatMap(({ name: stage }) => {
                  const said =
                    stage === name
                      ? (next as number | null)
                      : own.find((one) => one.stage === stage)?.heatUnits
                  return typeof said === 'number' ? [{ stage, heatUnits: said }] : []
                }),
              )
            }
          />
          {heatUnits ? <small>{t('farm:stageHeat.crop', { heat: heatUnits })}</small> : null}
        </div>
      ))}
      <small>{t('farm:stageHeat.note')}</small>
    </div>
  )
}
