import { Checkbox } from 'antd'
import { checkColumns } from '#contract/farm/task-asks.ts'
import { taskType } from '#contract/farm/task-type.ts'
import { lineLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'
import { TextBox } from '#src/ui/TextBox.ts'
import { AskLines } from './AskLines.tsx'

interface Line {
  item: string
  requiredFlag: 0 | 1
}

/** What is ticked off before a task of this kind is reported. */
export default function ChecklistEditor(props: InputProps) {
  const t = useLabels(taskType)
  const { id, disabled, invalid, onBlur } = props
  const word = (column: string) => lineLabel(t, taskType, 'checklist', column)
  return (
    <AskLines<Line>
      {...props}
      blank={{ item: '', requiredFlag: 1 }}
      addWord={t('farm:asks.addCheck')}
    >
      {({ item, requiredFlag }, at, change) => (
        <>
          <TextBox
            id={`${id}-${at}`}
            className="ask-item"
            type="text"
            aria-label={`${word('item')} ${at + 1}`}
            placeholder={t('farm:asks.checkExample')}
            maxLength={checkColumns.item.max}
            value={item}
            disabled={disabled}
            status={statusOf(invalid && !item)}
            onBlur={onBlur}
            onChange={({ target }) => change({ item: target.value })}
          />
          <Checkbox
            checked={requiredFlag === 1}
            disabled={disabled}
            onChange={({ target }) => change({ requiredFlag: target.checked ? 1 : 0 })}
          >
            {word('requiredFlag')}
          </Checkbox>
        </>
      )}
    </AskLines>
  )
}
