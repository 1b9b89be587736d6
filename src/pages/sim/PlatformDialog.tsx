import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { setSimSecret, simPlatform, testSimPlatform } from '#contract/equipment/sim.ts'
import { call } from '#src/api/call.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'

/** What a platform is signed in to with, and whether it answers. */
export default function PlatformDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(simPlatform)
  const { run, isBusy, problem } = useSubmit()
  const [secret, setSecret] = useState('')
  const [isSaved, setSaved] = useState(false)
  const [said, setSaid] = useState<{ problem: string | null }>()
  const save = () =>
    run(async () => {
      await call(setSimSecret, { id: row.id, secret }, { quiet: true })
      toast({ text: t('equipment:simPlatform.saved'), tone: 'good' })
      setSaved(true)
    })
  const test = () =>
    run(async () => setSaid(await call(testSimPlatform, { id: row.id }, { quiet: true })))
  return (
    <Modal
      open
      title={t('equipment:simPlatform.title', { name: String(row.name) })}
      transitionName=""
      maskTransitionName=""
      onCancel={() => onClose(isSaved || said !== undefined)}
      footer={
        <>
          <Button onClick={() => onClose(isSaved || said !== undefined)}>
            {t('common:buttons.close')}
          </Button>
          <Button
            loading={isBusy}
            disabled={!isSaved && row.hasSecret !== 1}
            onClick={() => void test()}
          >
            {t('equipment:simPlatform.test')}
          </Button>
          <Button type="primary" loading={isBusy} onClick={() => void save()}>
            {t('common:buttons.save')}
          </Button>
        </>
      }
    >
      {problem && <Alert type="error" showIcon message={problem} className="kit-form-note" />}
      {said && (
        <Alert
          type={said.problem ? 'error' : 'success'}
          showIcon
          message={said.problem ?? t('equipment:simPlatform.fine')}
          className="kit-form-note"
        />
      )}
      <Form component={false} layout="vertical">
        <Form.Item
          label={t('equipment:simPlatform.secret')}
          htmlFor="sim-secret"
          help={t('equipment:simPlatform.secretHint')}
        >
          <Input.Password
            id="sim-secret"
            autoComplete="new-password"
            maxLength={200}
            value={secret}
            onChange={({ target }) => setSecret(target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
