import { Alert, Button } from 'antd'
import { useState } from 'react'
import {
  cameraPlatform,
  isMediaServer,
  setCameraPlatformSecret,
  testCameraPlatform,
} from '#contract/camera/platform.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { SecretItem } from './SecretItem.tsx'

const hintOf = (kind: unknown) =>
  kind === 'ezviz' ? 'ezvizHint' : isMediaServer(kind) ? 'mediaHint' : 'wvpHint'

/** What a platform is signed in to with, and whether it knows us. */
export default function PlatformDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(cameraPlatform)
  const [secret, setSecret] = useState('')
  const [isSaved, setSaved] = useState(false)
  const [said, setSaid] = useState<{ problem: string | null }>()
  const keep = useCallMutation(setCameraPlatformSecret, {
    said: t('camera:secret.saved'),
    onDone: () => {
      setSaved(true)
      setSaid(undefined)
    },
  })
  const test = useCallMutation(testCameraPlatform, { onDone: setSaid })
  const isBusy = keep.isBusy || test.isBusy
  const save = () => keep.send({ id: row.id, secret })
  const close = () => onClose(isSaved || said !== undefined)
  return (
    <Dialog
      title={t('camera:secret.platform', { name: String(row.name) })}
      okText={t('common:buttons.save')}
      sending={{ ...keep, isBusy, problem: keep.problem ?? test.problem }}
      isDone={isSaved}
      onOk={save}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('common:buttons.close')}</Button>
          <Button
            loading={isBusy}
            disabled={!isSaved && row.hasSecret !== 1 && !isMediaServer(row.kind)}
            onClick={() => void test.send({ id: row.id })}
          >
            {t('camera:secret.test')}
          </Button>
          <Button type="primary" loading={isBusy} onClick={() => void save()}>
            {t('common:buttons.save')}
          </Button>
        </>
      }
    >
      {said && (
        <Alert
          type={said.problem ? 'error' : 'success'}
          showIcon
          message={said.problem ?? t('camera:secret.fine')}
          className="kit-form-note"
        />
      )}
      <SecretItem
        label={t('camera:secret.ofPlatform')}
        help={t(`camera:secret.${hintOf(row.kind)}`)}
        value={secret}
        onChange={setSecret}
      />
    </Dialog>
  )
}
