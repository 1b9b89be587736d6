import { DatePicker, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'

/** How each is stored, and how it is written, whatever the browser's own clock looks like. */
const formats = {
  clock: { stored: 'HH:mm', shown: 'HH:mm' },
  day: { stored: 'YYYY-MM-DD', shown: 'YYYY-MM-DD' },
  minute: { stored: 'YYYY-MM-DDTHH:mm', shown: 'YYYY-MM-DD HH:mm' },
} as const

interface ClockPickerProps {
  of: keyof typeof formats
  id?: string
  /** Empty: none. */
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  allowClear?: boolean
  disabled?: boolean | undefined
  className?: string
  /** Where nothing beside it names it. */
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
}

/** A time of day, a day or both on the clock of where it counts, to the minute. */
export function ClockPicker({
  of,
  value,
  onChange,
  allowClear = false,
  ...rest
}: ClockPickerProps) {
  const { stored, shown } = formats[of]
  const at = value ? dayjs(of === 'clock' ? `2000-01-01T${value}` : value) : null
  const handleChange = (next: Dayjs | null) => onChange(next?.format(stored) ?? '')
  const props = {
    ...rest,
    format: shown,
    value: at?.isValid() ? at : null,
    allowClear,
    needConfirm: false,
    status: rest['aria-invalid'] ? ('error' as const) : ('' as const),
    onChange: handleChange,
    // What was typed counts at once: whoever saves by a key never leaves the field.
    onCalendarChange: (next: Dayjs | Dayjs[] | null) => {
      if (next && !Array.isArray(next)) handleChange(next)
    },
  }
  return of === 'clock' ? (
    <TimePicker {...props} />
  ) : (
    <DatePicker {...props} {...(of === 'minute' && { showTime: { format: 'HH:mm' } })} />
  )
}
