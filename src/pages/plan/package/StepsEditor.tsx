import { PlusOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { afterOf, planPackage, type PackageStep } from '#contract/plan/plan-package.ts'
import { lineLabel } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import { LineRemove } from '#src/kit/fields/lines/LineTools.tsx'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'
import { TextBox } from '#src/ui/TextBox.ts'
import './package.css'

const columns = planPackage.fields.steps.columns!
type Step = Partial<PackageStep>
type Column = keyof PackageStep

/** The number of a step that comes after all others. */
const nextNumber = (steps: readonly Step[]) => Math.max(0, ...steps.map(({ no }) => no ?? 0)) + 1

/** The steps of a package, each with its time, what it waits for, and who does it. */
export default function StepsEditor({
  id,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
}: InputProps) {
  const t = useLabels(planPackage)
  const steps = Array.isArray(value) ? (value as Step[]) : []
  const change = (at: number, next: Step) =>
    onChange(steps.map((one, other) => (other === at ? { ...one, ...next } : one)))
  const remove = (at: number) =>
    onChange(
      steps
        .filter((_one, other) => other !== at)
        // Nothing waits for what is not there.
        .map((one) => ({
          ...one,
          after: afterOf(one)
            .filter((no) => no !== steps[at]!.no)
            .join(', '),
        })),
    )
  const add = () => {
    const before = steps.at(-1)
    onChange([
      ...steps,
      {
        no: nextNumber(steps),
        name: '',
        offsetDays: before ? (before.offsetDays ?? 0) + (before.days ?? 1) : 0,
        days: 1,
        after: before?.no ? String(before.no) : '',
      },
    ])
  }
  return (
    <div className="package-steps" role="group">
      {steps.map((step, at) => (
        <fieldset key={at} className="package-step">
          <legend className="visually-hidden">{`${step.no ?? ''} ${step.name ?? ''}`}</legend>
          {(Object.keys(columns) as Column[]).map((column) => (
            <Cell key={column} id={`${id}-${at}-${column}`} column={column}>
              <StepInput
                id={`${id}-${at}-${column}`}
                column={column}
                step={step}
                steps={steps}
                disabled={disabled}
                invalid={invalid}
                onBlur={onBlur}
                onChange={(next) => change(at, { [column]: next })}
              />
            </Cell>
          ))}
          <LineRemove at={at} disabled={disabled} onRemove={remove} />
        </fieldset>
      ))}
      <Button
        id={id}
        icon={<PlusOutlined />}
        disabled={disabled || steps.length >= (planPackage.fields.steps.max ?? 0)}
        onClick={add}
      >
        {t('plan:package.addStep')}
      </Button>
    </div>
  )
}

function Cell({ id, column, children }: { id: string; column: Column; children: ReactNode }) {
  const t = useLabels(planPackage)
  return (
    <div data-column={column}>
      <label htmlFor={id}>{lineLabel(t, planPackage, 'steps', column)}</label>
      {children}
    </div>
  )
}

interface StepInputProps {
  id: string
  column: Column
  step: Step
  steps: readonly Step[]
  disabled?: boolean | undefined
  invalid?: boolean | undefined
  onBlur?: (() => void) | undefined
  onChange: (value: unknown) => void
}
function StepInput({ column, step, steps, invalid, onChange, onBlur, ...rest }: StepInputProps) {
  if (column === 'name')
    return (
      <TextBox
        {...rest}
        maxLength={60}
        value={step.name ?? ''}
        status={statusOf(invalid && !step.name)}
        onBlur={onBlur}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  if (column === 'after')
    return (
      <Select
        {...rest}
        mode="multiple"
        className="kit-full"
        value={afterOf(step)}
        options={steps.flatMap(({ no, name }) =>
          no === undefined || no === step.no ? [] : [{ value: no, label: `${no} ${name ?? ''}` }],
        )}
        optionFilterProp="label"
        onBlur={onBlur}
        onChange={(numbers) => onChange(numbers.join(', '))}
      />
    )
  const field = columns[column]!
  const Input = inputs[field.kind]
  return (
    <Input
      {...rest}
      entity={planPackage}
      name={column}
      field={field}
      row={step as unknown as Row}
      value={step[column]}
      invalid={invalid && field.required && step[column] == null}
      onBlur={onBlur}
      onChange={onChange}
    />
  )
}
