import { PlusOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import {
  planPackage,
  type PackageInput,
  type PackageMachine,
  type PackageStep,
} from '#contract/plan/plan-package.ts'
import { lineLabel } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import { LineRemove } from '#src/kit/fields/lines/LineTools.tsx'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'
import UnitName from '#src/kit/fields/ref/UnitName.tsx'
import './package.css'

/** Of each list: what is used, how much of it, and what a further line is called. */
const lists = {
  inputs: { columns: ['skuId', 'dose'], add: 'plan:package.addInput' },
  machines: { columns: ['machineKindId', 'hoursPerMu'], add: 'plan:package.addMachine' },
} as const
type Use = Partial<PackageInput & PackageMachine> & { unitName?: string | null }

/** What steps use on each mu: the step by its name, the input or machine, its dose or hours. */
export default function UsesEditor({
  id,
  name,
  value,
  above,
  onChange,
  onBlur,
  disabled,
  invalid,
}: InputProps) {
  const t = useLabels(planPackage)
  const list = name === 'machines' ? 'machines' : 'inputs'
  const { columns: used, add } = lists[list]
  const { columns, max } = planPackage.fields[list]
  const uses = Array.isArray(value) ? (value as Use[]) : []
  const steps = (Array.isArray(above) ? (above as Partial<PackageStep>[]) : []).flatMap(
    ({ no, name }) => (no ? [{ value: no, label: `${no} ${name ?? ''}` }] : []),
  )
  const change = (at: number, next: Use) =>
    onChange(uses.map((one, other) => (other === at ? { ...one, ...next } : one)))
  const label = (at: number, column: string) => ({
    htmlFor: `${id}-${at}-${column}`,
    children: lineLabel(t, planPackage, list, column),
  })
  return (
    <div className="package-steps" role="group">
      {uses.map((use, at) => (
        <fieldset key={at} className="package-use">
          <div data-column="step">
            <label {...label(at, 'step')} />
            <Select
              id={`${id}-${at}-step`}
              className="kit-full"
              value={use.step}
              options={steps}
              disabled={disabled}
              status={statusOf(invalid && !steps.some((one) => one.value === use.step))}
              onBlur={onBlur}
              onChange={(step) => change(at, { step })}
            />
          </div>
          {used.map((column) => {
            const field = columns![column]!
            const Input = inputs[field.kind]
            return (
              <div key={column} data-column={column}>
                <label {...label(at, column)} />
                <Input
                  id={`${id}-${at}-${column}`}
                  entity={planPackage}
                  name={column}
                  field={field}
                  row={use as unknown as Row}
                  value={use[column]}
                  disabled={disabled}
                  invalid={invalid && use[column] == null}
                  onBlur={onBlur}
                  onChange={(next) =>
                    change(at, { [column]: next, ...(column === 'skuId' && { unitName: null }) })
                  }
                />
              </div>
            )
          })}
          <span data-column="unit">{use.unitName && <UnitName name={use.unitName} />}</span>
          <LineRemove
            at={at}
            disabled={disabled}
            onRemove={() => onChange(uses.filter((_one, other) => other !== at))}
          />
        </fieldset>
      ))}
      <Button
        id={id}
        icon={<PlusOutlined />}
        disabled={disabled || uses.length >= (max ?? 0)}
        onClick={() => onChange([...uses, { step: uses.at(-1)?.step ?? steps[0]?.value }])}
      >
        {t(add)}
      </Button>
    </div>
  )
}
