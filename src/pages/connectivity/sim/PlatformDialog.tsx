import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { setSimSecret, simPlatform, testSimPlatform } from '#contract/connectivity/sim.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

/** What a platform is signed in to with, and whether it answers. */
export default function PlatformDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(simPlatform)
  const [secret, setSecret] = useState('')
  const [isSaved, setSaved] = useState(false)
  const [said, setSaid] = useState<{ problem: string | null }>()
  const keep = useCallMutation(setSimSecret, {
    said: t('equipment:simPlatform.saved'),
    onDone: () => setSaved(true),
  })
  const test = useCallMutation(testSimPlatform, { onDone: setSaid })
  const isBusy = keep.isBusy || test.isBusy
  const save = () => keep.send({ id: row.id, secret })
  const close = () => onClose(isSaved || said !== undefined)
  return (
    <Dialog
      title={t('equipment:simPlatform.title', { name: String(row.name) })}
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
            disabled={!isSaved && row.hasSecret !== 1}
            onClick={() => void test.send({ id: row.id })}
          >
            {t('equipment:simPlatform.test')}
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
          message={said.problem ?? t('equipment:simPlatform.fine')}
          className="kit-form-note"
        />
      )}
      <FieldItem
        name="secret"
        label={t('equipment:simPlatform.secret')}
        help={t('equipment:simPlatform.secretHint')}
      >
        <Input.Password
          autoComplete="new-password"
          maxLength={200}
          value={secret}
          onChange={({ target }) => setSecret(target.value)}
        />
      </FieldItem>
    </Dialog>
  )
}
