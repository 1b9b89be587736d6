import { Checkbox, Select } from 'antd'
import { choicesOf, ownFieldColumns, type OwnFieldKind } from '#contract/farm/task-asks.ts'
import { taskType } from '#contract/farm/task-type.ts'
import { lineLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'
import { TextBox } from '#src/ui/TextBox.ts'
import { AskLines, Part } from './AskLines.tsx'

interface Line {
  name: string
  kind: OwnFieldKind
  unit: string | null
  choices: string | null
  requiredFlag: 0 | 1
}
const blank: Line = { name: '', kind: 'number', unit: null, choices: null, requiredFlag: 0 }
/** What parts choices that are typed or pasted in one go. */
const between = ['\n', ',', ';', '\u3001', '\uFF0C', '\uFF1B']
const KindInput = inputs.choice
const part = { name: 'ownFields' } as const

interface LineInputProps extends InputProps {
  line: Line
  onLine: (next: Partial<Line>) => void
}
/** What a kind asks besides: the unit of a number, what a choice has. */
function KindPart({ id, line, disabled, invalid, onBlur, onLine }: LineInputProps) {
  if (line.kind === 'number')
    return (
      <Part {...part} id={`${id}-unit`} column="unit">
        <TextBox
          id={`${id}-unit`}
          type="text"
          maxLength={ownFieldColumns.unit.max}
          value={line.unit ?? ''}
          disabled={disabled}
          onBlur={onBlur}
          onChange={({ target }) => onLine({ unit: target.value })}
        />
      </Part>
    )
  if (line.kind !== 'choice') return null
  const choices = choicesOf(line)
  return (
    <Part {...part} id={`${id}-choices`} column="choices">
      <Select
        id={`${id}-choices`}
        className="kit-full"
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={between}
        value={choices}
        disabled={disabled}
        status={statusOf(invalid && choices.length < 2)}
        onBlur={onBlur}
        onChange={(next: string[]) => onLine({ choices: next.join('\n') })}
      />
    </Part>
  )
}

/** What a report of this kind of task says besides. */
export default function OwnFieldsEditor(props: InputProps) {
  const t = useLabels(taskType)
  const { id, disabled, invalid, onBlur } = props
  return (
    <AskLines<Line> {...props} blank={blank} addWord={t('farm:asks.addField')}>
      {(line, at, change) => (
        <>
          <Part {...part} id={`${id}-${at}`} column="name">
            <TextBox
              id={`${id}-${at}`}
              type="text"
              placeholder={t('farm:asks.fieldExample')}
              maxLength={ownFieldColumns.name.max}
              value={line.name}
              disabled={disabled}
              status={statusOf(invalid && !line.name)}
              onBlur={onBlur}
              onChange={({ target }) => change({ name: target.value })}
            />
          </Part>
          <Part {...part} id={`${id}-${at}-kind`} column="kind">
            <KindInput
              {...props}
              id={`${id}-${at}-kind`}
              name="kind"
              field={ownFieldColumns.kind}
              value={line.kind}
              invalid={false}
              onChange={(kind) => change({ kind: kind as OwnFieldKind, unit: null, choices: null })}
            />
          </Part>
          <KindPart {...props} id={`${id}-${at}`} line={line} onLine={change} />
          <Checkbox
            checked={line.requiredFlag === 1}
            disabled={disabled}
            onChange={({ target }) => change({ requiredFlag: target.checked ? 1 : 0 })}
          >
            {lineLabel(t, taskType, 'ownFields', 'requiredFlag')}
          </Checkbox>
        </>
      )}
    </AskLines>
  )
}
