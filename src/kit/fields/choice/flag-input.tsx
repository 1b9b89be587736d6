import { Switch } from 'antd'
import { useWords } from './flag.tsx'
import type { InputProps } from '#src/kit/fields/kind.ts'

export function FlagInput({ id, name, value, onChange, disabled, describedBy }: InputProps) {
  const [off, on] = useWords(name)
  return (
    <Switch
      id={id}
      checked={value === 1}
      disabled={disabled}
      checkedChildren={on}
      unCheckedChildren={off}
      aria-describedby={describedBy}
      onChange={(checked) => onChange(checked ? 1 : 0)}
    />
  )
}
