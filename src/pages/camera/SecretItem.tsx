import { Input } from 'antd'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

/** A secret that is set anew and never shown. */
export function SecretItem({
  label,
  help,
  value,
  onChange,
}: {
  label: string
  help: string
  value: string
  onChange: (secret: string) => void
}) {
  return (
    <FieldItem name="secret" label={label} help={help}>
      <Input.Password
        autoComplete="new-password"
        maxLength={300}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </FieldItem>
  )
}
