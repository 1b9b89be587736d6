import { useState } from 'react'
import { camera, cameraWays } from '#contract/camera/camera.ts'
import { setCameraSecret } from '#contract/camera/viewing.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { SecretItem } from '#src/kit/form/dialogs/SecretItem.tsx'

/** The password that a camera itself asks for. */
export default function SecretDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(camera)
  const [secret, setSecret] = useState('')
  const keep = useCallMutation(setCameraSecret, {
    said: t('camera:secret.saved'),
    onDone: () => onClose(true),
  })
  const isCloud = row.cameraEnter === cameraWays.cloud || row.cameraEnter === cameraWays.cloudGb
  return (
    <Dialog
      title={t('camera:secret.camera', { name: String(row.name) })}
      okText={t('common:buttons.save')}
      sending={keep}
      onOk={() => keep.send({ id: row.id, secret })}
      onClose={() => onClose(false)}
    >
      <SecretItem
        label={t('camera:secret.ofCamera')}
        help={t(isCloud ? 'camera:secret.codeHint' : 'camera:secret.cameraHint')}
        most={300}
        value={secret}
        onChange={setSecret}
      />
    </Dialog>
  )
}
