import { Input } from 'antd'
import { useId, useState } from 'react'
import { readNumber } from '#src/kit/fields/number/number-text.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { limitFault, type Limits } from '#src/features/equipment/limit-fault.ts'
import './number-box.css'

/** A number as it was typed: the text itself where it is none. */
export type Typed = number | string | null
interface NumberBoxProps {
  id?: string
  label?: string
  className?: string
  placeholder?: string
  value: Typed
  limits: Limits
  disabled?: boolean | undefined
  'aria-invalid'?: boolean | undefined
  'aria-describedby'?: string | undefined
  onChange: (value: Typed) => void
  onEnter?: () => void
}

/**
 * A number within limits: what is beyond them stays as it was typed and is said to be wrong, for
 * another number would be somebody else's order.
 */
export function NumberBox({
  id,
  label,
  className,
  placeholder,
  value,
  limits,
  disabled,
  'aria-invalid': isWrong,
  'aria-describedby': describedBy,
  onChange,
  onEnter,
}: NumberBoxProps) {
  const t = useLabels({ module: 'equipment' })
  const noteId = useId()
  const [typed, setTyped] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  const fault = isLeft && limitFault(t, value, limits)
  return (
    <span className={className ? `number-box ${className}` : 'number-box'}>
      <Input
        id={id}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        inputMode={limits.decimals === 0 ? 'numeric' : 'decimal'}
        suffix={limits.unit ?? <span />}
        disabled={disabled}
        status={fault || isWrong ? 'error' : undefined}
        aria-invalid={fault || isWrong ? true : undefined}
        aria-describedby={[fault && noteId, describedBy].filter(Boolean).join(' ') || undefined}
        value={typed !== undefined && readNumber(typed) === value ? typed : String(value ?? '')}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(readNumber(event.target.value))
        }}
        onBlur={() => {
          setTyped(undefined)
          setLeft(true)
        }}
        onPressEnter={() => {
          setLeft(true)
          onEnter?.()
        }}
      />
      {fault && (
        <small id={noteId} role="alert">
          {fault}
        </small>
      )}
    </span>
  )
}
