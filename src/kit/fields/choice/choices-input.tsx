import { Select } from 'antd'
import { useCodeSelect } from './use-code-select.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'

export function ChoicesInput(props: InputProps) {
  return (
    <Select
      {...useCodeSelect(props)}
      mode="multiple"
      optionFilterProp="label"
      value={(props.value ?? []) as string[]}
      onChange={(next: string[]) => props.onChange(next)}
    />
  )
}
