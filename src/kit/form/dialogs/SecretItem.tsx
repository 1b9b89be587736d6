import { Input } from 'antd'
import { FieldItem } from '../FieldItem.tsx'

interface SecretProps {
  label: string
  help: string
  most: number
  value: string
  onChange: (secret: string) => void
}
/** A secret that is set anew and never shown. */
export function SecretItem({ label, help, most, value, onChange }: SecretProps) {
  return (
    <FieldItem name="secret" label={label} help={help}>
      <Input.Password
        autoComplete="new-password"
        maxLength={most}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </FieldItem>
  )
}
