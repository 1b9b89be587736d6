import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { dayOf, instantOf, momentOf } from './day-text.ts'
import { isEmpty, statusOf, type InputProps } from '#src/kit/fields/kind.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'

/** `label` where nothing beside it names it. */
type DayPickerProps = Pick<
  InputProps,
  'id' | 'field' | 'value' | 'onChange' | 'onBlur' | 'disabled' | 'invalid' | 'describedBy'
> & { label?: string; autoFocus?: boolean }

/** A day, or a moment shown and taken on the tenant's clock. */
export default function DayPicker({
  id,
  field,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
  label,
  autoFocus,
}: DayPickerProps) {
  const zone = useTimeZone()
  const hasTime = field.kind === 'moment'
  const shown = isEmpty(value)
    ? null
    : dayjs(hasTime ? momentOf(String(value), zone) : String(value))
  return (
    <DatePicker
      id={id}
      className="kit-full"
      showTime={hasTime}
      format={hasTime ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD'}
      value={shown}
      disabled={disabled}
      status={statusOf(invalid)}
      aria-describedby={describedBy}
      aria-label={label}
      autoFocus={autoFocus}
      onBlur={onBlur}
      onChange={(next) => {
        const text = next?.format('YYYY-MM-DD HH:mm:ss')
        onChange(text ? (hasTime ? instantOf(text, zone) : dayOf(text)) : null)
      }}
    />
  )
}
