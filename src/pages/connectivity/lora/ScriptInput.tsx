import { Button } from 'antd'
import { payloadCodec } from '#contract/connectivity/lora.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { ScriptEditor } from './ScriptEditor.tsx'

const template = `function decodeUplink({ fPort, bytes }) {
  return {
    data: {
      airTemperature: ((bytes[0] << 8) | bytes[1]) / 10,
      airHumidity: bytes[2],
    },
  }
}

function encodeDownlink({ data }) {
  return { fPort: 10, bytes: [data.circuit ?? 1, data.value] }
}
`

/** The script of a codec in its form: what it has to be, and something to begin with. */
export default function ScriptInput({
  id,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
}: InputProps) {
  const t = useLabels(payloadCodec)
  const script = typeof value === 'string' ? value : ''
  return (
    <>
      <ScriptEditor
        id={id}
        value={script}
        disabled={disabled}
        invalid={invalid}
        describedBy={describedBy}
        onChange={onChange}
        onBlur={onBlur}
      />
      {script === '' && (
        <Button size="small" onClick={() => onChange(template)}>
          {t('equipment:payloadCodec.editor.template')}
        </Button>
      )}
      <ul className="lora-contract">
        {(['decode', 'channels', 'encode', 'limits'] as const).map((name) => (
          <li key={name}>{t(`equipment:payloadCodec.editor.${name}`)}</li>
        ))}
      </ul>
    </>
  )
}
