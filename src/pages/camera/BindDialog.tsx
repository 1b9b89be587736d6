import { useState } from 'react'
import { camera } from '#contract/camera/camera.ts'
import { bindCamera } from '#contract/camera/viewing.ts'
import { ref } from '#contract/field.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

const name = 'contentratorId'
/** As the field itself, which is written by this dialog alone. */
const field = ref('device', {})
const DeviceInput = inputs.ref

/** The concentrator that a camera is bound to; none unbinds it. */
export default function BindDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(camera)
  const [bound, setBound] = useState<unknown>(row[name] ?? null)
  const binding = useCallMutation(bindCamera, {
    said: t('camera:bind.done'),
    onDone: () => onClose(true),
  })
  return (
    <Dialog
      title={t('camera:bind.title', { name: String(row.name) })}
      okText={t('common:buttons.save')}
      sending={binding}
      onOk={() =>
        binding.send({ id: row.id, contentratorId: bound === null ? null : Number(bound) })
      }
      onClose={() => onClose(false)}
    >
      <FieldItem name={name} label={fieldLabel(t, camera, name)} help={t('camera:bind.hint')}>
        {(id) => (
          <DeviceInput
            id={id}
            entity={camera}
            name={name}
            field={field}
            value={bound}
            disabled={binding.isBusy}
            onChange={(next) => setBound(next ?? null)}
          />
        )}
      </FieldItem>
    </Dialog>
  )
}
