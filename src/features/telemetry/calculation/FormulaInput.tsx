import { Input } from 'antd'
import { functionNames, readFormula } from '#contract/telemetry/formula.ts'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import './calculation.css'

/** A formula, with what it can use beneath; a fault in it is said while it is typed. */
export default function FormulaInput({
  id,
  field,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
}: InputProps) {
  const t = useLabels({ module: 'equipment' })
  const text = String(value ?? '')
  const read = text.trim() === '' ? null : readFormula(text)
  const fault =
    read && 'fault' in read ? t(`errors:calculation.${read.fault}`, { about: read.about }) : null
  return (
    <div className="calculation-formula">
      <Input.TextArea
        id={id}
        value={text}
        maxLength={field.max}
        spellCheck={false}
        autoSize={{ minRows: 2, maxRows: 8 }}
        disabled={disabled}
        status={statusOf(invalid || fault !== null)}
        aria-describedby={describedBy}
        placeholder="vpd(t, rh)"
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
      />
      {fault && <small role="alert">{fault}</small>}
      <p className="calculation-hint">
        {t('equipment:calculation.hint', { functions: functionNames.join(' ') })}
      </p>
    </div>
  )
}
