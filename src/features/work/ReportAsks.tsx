import { Checkbox, Radio, Select } from 'antd'
import type { ComponentType } from 'react'
import { choicesOf, mostAnswer } from '#contract/farm/task-asks.ts'
import { date, decimal, text, type Field } from '#contract/field.ts'
import type { OwnAnswer } from '#contract/work/task-asks.ts'
import { task } from '#contract/work/task.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'
import { readNumber } from '#src/kit/fields/number/number-text.ts'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { withSaid, type Said, type saidMistakes } from './asked.ts'
import './report-asks.css'

interface ReportAsksProps {
  row: Row
  said: Said
  mistakes: Partial<ReturnType<typeof saidMistakes>>
  isBusy: boolean
  onChange: <N extends keyof Said>(name: N, value: Said[N]) => void
}
/** What the task's type asks for: things to tick off, and fields of its own. */
export function ReportAsks({ row, said, mistakes, isBusy, onChange }: ReportAsksProps) {
  const t = useLabels(task)
  const { checklist, ownFields } = withSaid(row, said)
  const tick = (item: string, isDone: boolean) =>
    onChange(
      'checklist',
      checklist.map((one) => (one.item === item ? { item, doneFlag: isDone ? 1 : 0 } : one)),
    )
  return (
    <>
      {checklist.length > 0 && (
        <FieldItem
          name="checklist"
          label={fieldLabel(t, task, 'checklist')}
          required={checklist.some(({ requiredFlag }) => requiredFlag === 1)}
          mistake={mistakes.checklist}
        >
          <div role="group" aria-label={fieldLabel(t, task, 'checklist')} className="report-checks">
            {checklist.map(({ item, doneFlag, requiredFlag }) => (
              <Checkbox
                key={item}
                checked={doneFlag === 1}
                disabled={isBusy}
                onChange={({ target }) => tick(item, target.checked)}
              >
                {item}
                {requiredFlag !== 1 && <small> {t('work:report.mayBeLeft')}</small>}
              </Checkbox>
            ))}
          </div>
        </FieldItem>
      )}
      {ownFields.map((one, at) => (
        <FieldItem
          key={one.name}
          name={`ownFields-${at}`}
          // What the server says of them names the one.
          {...(at === 0 && { alsoSays: 'ownFields' })}
          label={one.name}
          required={one.requiredFlag === 1}
          mistake={mistakes.ownFields?.get(one.name)}
        >
          {(id) => (
            <AnswerInput
              id={id}
              one={one}
              disabled={isBusy}
              invalid={mistakes.ownFields?.has(one.name) ?? false}
              onChange={(next) =>
                onChange(
                  'ownFields',
                  ownFields.map((other) =>
                    other.name === one.name ? { ...other, ...next } : other,
                  ),
                )
              }
            />
          )}
        </FieldItem>
      ))}
    </>
  )
}

interface AnswerInputProps extends Pick<InputProps, 'id' | 'disabled' | 'invalid'> {
  one: OwnAnswer
  'aria-describedby'?: string
  onChange: (next: Partial<OwnAnswer>) => void
}
/** Whatever the server takes of a number; its unit is the field's own. */
const number = (unit: OwnAnswer['unit']): Field => ({
  ...decimal({ min: -999_999_999, max: 999_999_999, scale: 4 }),
  ...(unit && { unit }),
})
/** One field of a task's type, by its kind. */
function AnswerInput({
  one,
  onChange,
  'aria-describedby': describedBy,
  ...rest
}: AnswerInputProps) {
  const t = useLabels(task)
  const { kind, answer, yesFlag, unit } = one
  const say = (next: unknown) =>
    onChange({ answer: next === null || next === '' ? null : String(next) })
  if (kind === 'yesNo')
    return (
      <Radio.Group
        id={rest.id}
        optionType="button"
        size="large"
        aria-label={one.name}
        disabled={rest.disabled}
        value={yesFlag}
        options={[
          { value: 1, label: t('common:flags.yes') },
          { value: 0, label: t('common:flags.no') },
        ]}
        onChange={({ target }) => onChange({ yesFlag: target.value as 0 | 1 })}
      />
    )
  if (kind === 'choice')
    return (
      <Select
        id={rest.id}
        className="kit-full"
        allowClear
        disabled={rest.disabled}
        status={statusOf(rest.invalid)}
        aria-describedby={describedBy}
        value={answer ?? undefined}
        options={choicesOf(one).map((value) => ({ value, label: value }))}
        onChange={(next?: string) => say(next ?? null)}
      />
    )
  const common: Omit<InputProps, 'field' | 'value'> = {
    ...rest,
    ...(describedBy && { describedBy }),
    entity: task,
    name: 'answer',
    onChange: say,
  }
  const faces = {
    number: [inputs.decimal, number(unit), readNumber(answer ?? '')],
    text: [inputs.text, text({ max: mostAnswer }), answer],
    date: [inputs.date, date({}), answer],
  } satisfies Record<string, [ComponentType<InputProps>, Field, unknown]>
  const [Input, field, value] = faces[kind]
  return <Input {...common} field={field} value={value} />
}
