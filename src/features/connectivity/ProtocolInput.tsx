import { protocolCodes } from '#contract/devices/protocols.ts'
import { deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import { CodeInput } from '#src/kit/fields/choice/code-input.tsx'
import type { InputProps } from '#src/kit/fields/kind.ts'

const none = {}
/**
 * The dialects of the device's type, ours unless another is chosen; `above` is the type where the
 * form asks for it.
 */
export function ProtocolInput(props: InputProps) {
  const { entity, above, field, value } = props
  const type = (entity.variantOf?.only.deviceType ?? above) as DeviceTypeName | undefined
  return (
    <CodeInput
      {...props}
      field={{ ...field, required: true, codes: type ? protocolCodes(deviceTypes[type]) : none }}
      value={type && (value ?? 'standard')}
      disabled={props.disabled || !type}
    />
  )
}
