import { Button } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { payloadCodec } from '#contract/connectivity/lora.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
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
  const saving = useCallMutation(edit, {
    said: t('kit:form.saved', { name: String(row.name) }),
    onDone: () => onClose(true),
  })
  const [script, setScript] = useState(String(row.script))
  const isChanged = script !== row.script
  const save = () => {
    const { id, name, maker, deviceType, description, objectVersionNumber } = row
    return saving.send({ id, name, maker, deviceType, description, script, objectVersionNumber })
  }
  return (
    <Dialog
      width={720}
      title={t('equipment:payloadCodec.try.title', { name: String(row.name) })}
      okText={t('equipment:payloadCodec.try.save')}
      sending={saving}
      isLacking={!isChanged}
      onOk={save}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('common:buttons.close')}</Button>
          <Button
            type="primary"
            disabled={!isChanged}
            loading={saving.isBusy}
            onClick={() => void save()}
          >
            {t('equipment:payloadCodec.try.save')}
          </Button>
        </>
      }
    >
      <FieldItem
        name="script"
        label={t('equipment:payloadCodec.try.script')}
        help={t('equipment:payloadCodec.try.hint')}
      >
        <ScriptEditor id="codec-script" value={script} onChange={setScript} />
      </FieldItem>
      <CodecTrial script={script} />
    </Dialog>
  )
}
