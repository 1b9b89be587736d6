import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { taskType } from '#contract/farm/task-type.ts'
import { lineLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { LineTools } from '#src/kit/fields/lines/LineTools.tsx'
import { isComposing } from '#src/lib/ime.ts'
import './asks.css'

interface AskLinesProps<L> extends InputProps {
  blank: L
  addWord: string
  /** What a line holds beside the buttons that move it. */
  children: (line: L, at: number, change: (next: Partial<L>) => void) => ReactNode
}
/** What a kind of task asks for, in order: Enter goes to the next line, and adds it where there is none. */
export function AskLines<L extends object>({
  id,
  field,
  value,
  disabled,
  describedBy,
  invalid,
  blank,
  addWord,
  onChange,
  children,
}: AskLinesProps<L>) {
  const box = useRef<HTMLDivElement>(null)
  const lines = Array.isArray(value) ? (value as L[]) : []
  const canAdd = !disabled && lines.length < (field.max ?? 0)
  const focus = (at: number) =>
    requestAnimationFrame(() =>
      box.current?.querySelectorAll('.ask-line')[at]?.querySelector('input')?.focus(),
    )
  const add = () => {
    if (!canAdd) return
    onChange([...lines, blank])
    focus(lines.length)
  }
  const handleKey = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isComposing(event)) return
    // A list of choices takes Enter for itself.
    if (!(event.target as HTMLElement).matches('input[type="text"]')) return
    event.preventDefault()
    if (at + 1 < lines.length) focus(at + 1)
    else add()
  }
  return (
    <div
      ref={box}
      role="group"
      className="ask-lines"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
    >
      {lines.map((line, at) => (
        // Lines have no name of their own; their place is what they are.
        <div key={at} className="ask-line" onKeyDown={(event) => handleKey(event, at)}>
          {children(line, at, (next) =>
            onChange(lines.map((one, other) => (other === at ? { ...one, ...next } : one))),
          )}
          <span className="ask-tools">
            <LineTools
              size="middle"
              lines={lines}
              at={at}
              disabled={disabled}
              onChange={onChange}
            />
          </span>
        </div>
      ))}
      <Button
        id={id}
        aria-labelledby={`${id} ${id}-label`}
        icon={<PlusOutlined />}
        disabled={!canAdd}
        onClick={add}
      >
        {addWord}
      </Button>
    </div>
  )
}

interface PartProps {
  id: string
  name: 'checklist' | 'ownFields'
  column: string
  children: ReactNode
}
/** One part of a line under its word. */
export function Part({ id, name, column, children }: PartProps) {
  const t = useLabels(taskType)
  return (
    <div data-column={column}>
      <label htmlFor={id}>{lineLabel(t, taskType, name, column)}</label>
      {children}
    </div>
  )
}
