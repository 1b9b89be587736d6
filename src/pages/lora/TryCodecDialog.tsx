import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { payloadCodec, tryCodec } from '#contract/equipment/lora.ts'
import { call } from '#src/api/call.ts'
import type { ActionDialogProps } from '#src/kit/resource.ts'
import { useLabels } from '#src/kit/use-labels.ts'
import { useSubmit } from '#src/kit/use-submit.ts'
import { limitFault } from '#src/devices/limit-fault.ts'
import { NumberBox, type Typed } from '#src/devices/NumberBox.tsx'
import { toast } from '#src/ui/toast.ts'
import './lora.css'

const edit = { endpoint: payloadCodec.api.edit, access: { code: payloadCodec.permissions.edit }, input: z.record(z.string(), z.unknown()), answer: z.unknown() }
const hexPattern = /^(\s*[\da-f]{2}){1,255}\s*$/i

const ports = { min: 1, max: 255, decimals: 0 }

/** Runs a codec over a payload, and keeps the script once it is right. */
export default function TryCodecDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(payloadCodec)
  const { run, isBusy, problem, fields, setFields } = useSubmit()
  const [script, setScript] = useState(String(row.script))
  const [fPort, setPort] = useState<Typed>(1)
  const [payload, setPayload] = useState('')
  const [said, setSaid] = useState<{ isGood: boolean; text: string }>()
  const isChanged = script !== row.script
  const decode = () => {
    if (!hexPattern.test(payload)) return setFields({ payload: t('equipment:payloadCodec.try.badPayload') })
    if (typeof fPort !== 'number' || limitFault(t, fPort, ports) !== null) return setFields({ fPort: t('errors:field.required') })
    void run(async () => {
      const { values, error, warnings } = await call(tryCodec, { script, fPort, payload }, { quiet: true })
      setSaid({ isGood: error === null, text: error ?? [JSON.stringify(values, null, 2), ...warnings].join('\n') })
    })
  }
  const save = async () => {
    const { id, name, maker, description, objectVersionNumber } = row
    if (!(await run(async () => void (await call(edit, { id, name, maker, description, script, objectVersionNumber }, { quiet: true }))))) return
    toast({ text: t('kit:form.saved', { name: String(name) }), tone: 'good' })
    onClose(true)
  }
  return (
    <Modal
      open width={720} transitionName="" maskTransitionName="" title={t('equipment:payloadCodec.try.title', { name: String(row.name) })} onCancel={() => onClose(false)}
      footer={<>
        <Button onClick={() => onClose(false)}>{t('common:buttons.close')}</Button>
        <Button disabled={!isChanged || isBusy} onClick={() => void save()}>{t('equipment:payloadCodec.try.save')}</Button>
        <Button type="primary" loading={isBusy} onClick={decode}>{t('equipment:payloadCodec.try.run')}</Button>
      </>}
    >
      <Form component={false} layout="vertical">
        {problem && Object.keys(fields).length === 0 && <Alert type="error" showIcon message={problem} />}
        <Form.Item label={t('equipment:payloadCodec.try.script')} htmlFor="codec-script" help={t('equipment:payloadCodec.try.hint')}>
          <Input.TextArea id="codec-script" className="lora-script" value={script} spellCheck={false} autoSize={{ minRows: 8, maxRows: 18 }} onChange={(event) => setScript(event.target.value)} />
        </Form.Item>
        <div className="lora-payload">
          <Form.Item label={t('equipment:payloadCodec.try.port')} htmlFor="codec-port" validateStatus={fields.fPort ? 'error' : undefined} help={fPort === null ? fields.fPort : undefined}>
            <NumberBox id="codec-port" limits={ports} value={fPort} onChange={setPort} />
          </Form.Item>
          <Form.Item label={t('equipment:payloadCodec.try.payload')} htmlFor="codec-payload" validateStatus={fields.payload ? 'error' : undefined} help={fields.payload}>
            <Input id="codec-payload" value={payload} placeholder="01 67 00 E1 02 68 7D" aria-invalid={!!fields.payload} onChange={(event) => setPayload(event.target.value)} onPressEnter={decode} />
          </Form.Item>
        </div>
        {said && (
          <section aria-label={t('equipment:payloadCodec.try.result')} aria-live="polite">
            {said.isGood ? <pre className="lora-result" tabIndex={0}>{said.text}</pre> : <Alert type="error" showIcon message={said.text} />}
          </section>
        )}
      </Form>
    </Modal>
  )
}
