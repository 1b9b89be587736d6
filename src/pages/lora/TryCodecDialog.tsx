import { Alert, Button, Form, Modal } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { payloadCodec } from '#contract/equipment/lora.ts'
import { call } from '#src/api/call.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'
import { CodecTrial } from './CodecTrial.tsx'
import { ScriptEditor } from './ScriptEditor.tsx'
import './lora.css'

const edit = {
  endpoint: payloadCodec.api.edit,
  access: { code: payloadCodec.permissions.edit },
  input: z.record(z.string(), z.unknown()),
  answer: z.unknown(),
}

/** Runs a codec over a payload, and keeps the script once it is right. */
export default function TryCodecDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(payloadCodec)
  const { run, isBusy, problem, fields } = useSubmit()
  const [script, setScript] = useState(String(row.script))
  const isChanged = script !== row.script
  const save = async () => {
    const { id, name, maker, deviceType, description, objectVersionNumber } = row
    if (
      !(await run(
        async () =>
          void (await call(
            edit,
            { id, name, maker, deviceType, description, script, objectVersionNumber },
            { quiet: true },
          )),
      ))
    )
      return
    toast({ text: t('kit:form.saved', { name: String(name) }), tone: 'good' })
    onClose(true)
  }
  return (
    <Modal
      open
      width={720}
      transitionName=""
      maskTransitionName=""
      title={t('equipment:payloadCodec.try.title', { name: String(row.name) })}
      onCancel={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('common:buttons.close')}</Button>
          <Button type="primary" disabled={!isChanged} loading={isBusy} onClick={() => void save()}>
            {t('equipment:payloadCodec.try.save')}
          </Button>
        </>
      }
    >
      <Form component={false} layout="vertical">
        {problem && Object.keys(fields).length === 0 && (
          <Alert type="error" showIcon message={problem} />
        )}
        <Form.Item
          label={t('equipment:payloadCodec.try.script')}
          htmlFor="codec-script"
          help={t('equipment:payloadCodec.try.hint')}
        >
          <ScriptEditor id="codec-script" value={script} onChange={setScript} />
        </Form.Item>
        <CodecTrial script={script} />
      </Form>
    </Modal>
  )
}
