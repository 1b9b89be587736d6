import { Select } from 'antd'
import { useCodeSelect } from './use-code-select.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'

export function CodeInput(props: InputProps) {
  return (
    <Select
      {...useCodeSelect(props)}
      value={(props.value ?? undefined) as number | string | undefined}
      onChange={(next) => props.onChange(next ?? null)}
    />
  )
}
