import { Input } from 'antd'
import './lora.css'

interface ScriptEditorProps {
  id: string
  value: string
  disabled?: boolean | undefined
  invalid?: boolean | undefined
  describedBy?: string | undefined
  onChange: (script: string) => void
  onBlur?: (() => void) | undefined
}
const fewestRows = 14

/**
 * A script as programmers read it: lines that do not break, and their numbers, which errors speak
 * of.
 */
export function ScriptEditor({
  id,
  value,
  disabled,
  invalid,
  describedBy,
  onChange,
  onBlur,
}: ScriptEditorProps) {
  const count = Math.max(fewestRows, value.split('\n').length)
  return (
    <div className="lora-editor">
      <pre aria-hidden="true">{Array.from({ length: count }, (_, at) => at + 1).join('\n')}</pre>
      <Input.TextArea
        id={id}
        className="lora-script"
        wrap="off"
        spellCheck={false}
        autoSize={{ minRows: fewestRows }}
        value={value}
        disabled={disabled}
        status={invalid ? 'error' : undefined}
        aria-describedby={describedBy}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
