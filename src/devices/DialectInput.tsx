import { dialectCodes } from '#contract/devices/dialects.ts'
import { deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import { CodeInput } from '#src/kit/fields/code-input.tsx'
import type { InputProps } from '#src/kit/fields/kind.ts'

const none = {}
/** The dialects that devices of the chosen type speak; `above` is the type. */
export function DialectInput(props: InputProps) {
  const { above, field, row } = props
  const type = (above ?? row?.deviceType) as DeviceTypeName | undefined
  return <CodeInput {...props} field={{ ...field, codes: type ? dialectCodes(deviceTypes[type]) : none }} disabled={props.disabled || !type} />
}
