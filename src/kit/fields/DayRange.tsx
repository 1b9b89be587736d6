import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { FilterProps } from './kind.ts'

const day = (value: unknown, at: 0 | 1) => (Array.isArray(value) && typeof value[at] === 'string' ? dayjs(value[at]) : null)

/** Two days, format YYYY-MM-DD (spec 1 §5); the zone is applied when the question is asked. */
export default function DayRange({ id, value, onChange }: Pick<FilterProps, 'id' | 'value' | 'onChange'>) {
  return (
    <DatePicker.RangePicker
      id={id} className="kit-full" format="YYYY-MM-DD" value={[day(value, 0), day(value, 1)]}
      onChange={(days) => onChange(days?.[0] && days[1] ? days.map((d) => d!.format('YYYY-MM-DD')) : undefined)}
    />
  )
}
