import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { CalculationInput } from '#contract/telemetry/calculation.ts'
import { deviceNames } from '#contract/equipment/device-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { LineRemove } from '#src/kit/fields/lines/LineTools.tsx'
import { useLines } from '#src/kit/fields/lines/use-lines.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { InputLine } from './InputLine.tsx'
import './calculation.css'

/** The first name that no input has yet: a, b, c … */
const freeName = (lines: readonly CalculationInput[]) => {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(97 + at))
  return (
    letters.find((letter) => !lines.some(({ name }) => name === letter)) ?? `x${lines.length + 1}`
  )
}

/** What a calculation is worked out from, each under the name that its formula uses. */
export default function InputsInput(props: InputProps) {
  const { id, disabled, describedBy } = props
  const t = useLabels({ module: 'equipment' })
  const { lines, set, add, remove, isFull } = useLines<CalculationInput>(props)
  const ids = [...new Set(lines.flatMap(({ deviceId }) => deviceId ?? []))]
    .sort((a, b) => a - b)
    .join(',')
  const { data: known = [] } = useCall(
    deviceNames,
    { ids },
    { enabled: ids !== '', staleTime: 30_000 },
  )
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      {lines.map((line, at) => (
        <fieldset key={at} className="kit-line calculation-input">
          <legend>{t('equipment:calculation.input', { at: at + 1 })}</legend>
          <InputLine
            id={`${id}-${at}-`}
            line={line}
            known={known}
            disabled={disabled}
            onChange={(change) => set(at, change)}
          />
          <LineRemove at={at} disabled={disabled} onRemove={remove} />
        </fieldset>
      ))}
      <Button
        id={id}
        icon={<PlusOutlined />}
        disabled={isFull}
        onClick={() =>
          add({
            name: freeName(lines),
            kind: 'channel',
            over: 'last',
            deviceId: null,
            metric: '',
          })
        }
      >
        {t('equipment:calculation.add')}
      </Button>
    </div>
  )
}
