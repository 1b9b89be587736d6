import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { colourPattern } from '#contract/field.ts'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'

/** The browser's own colour chooser beside the code itself. */
export function ColourInput({
  id,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
}: InputProps) {
  const { t } = useTranslation('kit')
  const code = typeof value === 'string' ? value : ''
  return (
    <Input
      id={id}
      value={code}
      placeholder="#2f8f46"
      autoComplete="off"
      maxLength={7}
      disabled={disabled}
      status={statusOf(invalid)}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value.trim())}
      onBlur={onBlur}
      prefix={
        <input
          type="color"
          className="kit-colour-box"
          aria-label={t('kit:form.chooseColour')}
          disabled={disabled}
          value={colourPattern.test(code) ? code.toLowerCase() : '#2f8f46'}
          onChange={(event) => onChange(event.target.value)}
        />
      }
    />
  )
}
