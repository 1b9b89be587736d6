import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { statusOf, type FilterProps, type InputProps } from '#src/kit/fields/kind.ts'

const day = (value: unknown, at: 0 | 1) =>
  Array.isArray(value) && typeof value[at] === 'string' ? dayjs(value[at]) : null

type DayRangeProps = Pick<FilterProps, 'id' | 'value' | 'onChange'> &
  Pick<InputProps, 'onBlur' | 'disabled' | 'invalid' | 'describedBy'>

/** Two days, format YYYY-MM-DD; the zone is applied when the question is asked. */
export default function DayRange({
  id,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
}: DayRangeProps) {
  return (
    <DatePicker.RangePicker
      id={id}
      className="kit-full"
      format="YYYY-MM-DD"
      disabled={disabled}
      status={statusOf(invalid)}
      aria-describedby={describedBy}
      onBlur={onBlur}
      value={[day(value, 0), day(value, 1)]}
      onChange={(days) =>
        onChange(days?.[0] && days[1] ? days.map((d) => d!.format('YYYY-MM-DD')) : undefined)
      }
    />
  )
}
