import type { DeviceTypeName } from '#contract/devices/index.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { chosenOptions } from '#src/kit/fields/ref/use-options.ts'
import { CodecSelect } from './CodecSelect.tsx'

/** The codec of a device; `above` is its type where the form asks for that. */
export function CodecInput({ entity, name, row, above, ...input }: InputProps) {
  const { id, value, onChange, onBlur, disabled, invalid, describedBy } = input
  return (
    <CodecSelect
      type={(entity.variantOf?.only.deviceType ?? above) as DeviceTypeName | undefined}
      chosen={chosenOptions(row, name)}
      {...{ id, value, onChange, onBlur, disabled, invalid, describedBy }}
    />
  )
}
