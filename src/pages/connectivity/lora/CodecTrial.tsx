import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { payloadCodec, tryCodec } from '#contract/connectivity/lora.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { limitFault } from '#src/features/equipment/limit-fault.ts'
import { NumberBox, type Typed } from '#src/features/command/NumberBox.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import './lora.css'

const hexPattern = /^(\s*[\da-f]{2}){1,255}\s*$/i
const ports = { min: 1, max: 255, decimals: 0 }

/** Runs a script over a payload, saved or not; nothing is stored. */
export function CodecTrial({ script }: { script: string }) {
  const t = useLabels(payloadCodec)

  const [fPort, setPort] = useState<Typed>(1)
  const [payload, setPayload] = useState('')
  const [said, setSaid] = useState<{ isGood: boolean; text: string }>()
  const { send, isBusy, problem, fields, setFields } = useCallMutation(tryCodec, {
    onDone: ({ values, error, warnings }) =>
      setSaid({
        isGood: error === null,
        text: error ?? [JSON.stringify(values, null, 2), ...warnings].join('\n'),
      }),
  })
  const decode = () => {
    if (!hexPattern.test(payload))
      return setFields({ payload: t('equipment:payloadCodec.try.badPayload') })
    if (typeof fPort !== 'number' || limitFault(t, fPort, ports) !== null)
      return setFields({ fPort: t('errors:field.required') })
    void send({ script, fPort, payload })
  }
  return (
    <>
      {problem && Object.keys(fields).length === 0 && (
        <Alert type="error" showIcon message={problem} />
      )}
      <div className="lora-payload">
        <Form.Item
          label={t('equipment:payloadCodec.try.port')}
          htmlFor="codec-port"
          validateStatus={fields.fPort ? 'error' : undefined}
          help={fPort === null ? fields.fPort : undefined}
        >
          <NumberBox id="codec-port" limits={ports} value={fPort} onChange={setPort} />
        </Form.Item>
        <Form.Item
          label={t('equipment:payloadCodec.try.payload')}
          htmlFor="codec-payload"
          validateStatus={fields.payload ? 'error' : undefined}
          help={fields.payload}
        >
          <Input
            id="codec-payload"
            value={payload}
            placeholder="01 67 00 E1 02 68 7D"
            aria-invalid={!!fields.payload}
            onChange={(event) => setPayload(event.target.value)}
            // Within a form, which Enter would save.
            onPressEnter={(event) => {
              event.preventDefault()
              decode()
            }}
          />
        </Form.Item>
      </div>
      <Button loading={isBusy} disabled={script.trim() === ''} onClick={decode}>
        {t('equipment:payloadCodec.try.run')}
      </Button>
      {said && (
        <section aria-label={t('equipment:payloadCodec.try.result')} aria-live="polite">
          {said.isGood ? (
            <pre className="lora-result" tabIndex={0}>
              {said.text}
            </pre>
          ) : (
            <Alert type="error" showIcon message={said.text} />
          )}
        </section>
      )}
    </>
  )
}
