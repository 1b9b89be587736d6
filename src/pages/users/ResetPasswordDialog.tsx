import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { isAccountPassword } from '#contract/account/sign-in.ts'
import { resetPassword } from '#contract/system/permission-calls.ts'
import { call } from '#src/api/call.ts'
import { sealPassword } from '#src/api/seal-password.ts'
import type { ActionDialogProps } from '#src/kit/resource.ts'
import { useLabels } from '#src/kit/use-labels.ts'
import { useSubmit } from '#src/kit/use-submit.ts'
import { toast } from '#src/ui/toast.ts'

/** Sets a member's password; it is sealed before it leaves the browser, and their sessions end. */
export default function ResetPasswordDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels({ module: 'system' })
  const { run, isBusy, problem, fields, setFields } = useSubmit()
  const [password, setPassword] = useState('')
  const save = async () => {
    if (!isAccountPassword(password)) return setFields({ password: t('system:password.rule') })
    const isDone = await run(async () => {
      await call(resetPassword, { id: row.id, password: await sealPassword(password) }, { quiet: true })
    })
    if (!isDone) return
    toast({ text: t('system:password.resetDone', { name: String(row.realName) }), tone: 'good' })
    onClose(true)
  }
  return (
    <Modal
      open width={420} transitionName="" maskTransitionName="" title={t('system:password.resetTitle', { name: String(row.realName) })}
      okText={t('common:buttons.save')} cancelText={t('common:buttons.cancel')} confirmLoading={isBusy} onOk={() => void save()} onCancel={() => onClose(false)}
    >
      <Form component={false} layout="vertical">
        {problem && !fields.password && <Alert type="error" showIcon message={problem} />}
        <Form.Item label={t('system:password.new')} htmlFor="reset-password" required validateStatus={fields.password ? 'error' : undefined} help={fields.password ?? t('system:password.rule')}>
          <Input.Password id="reset-password" value={password} autoComplete="new-password" maxLength={20} aria-invalid={!!fields.password} onChange={(event) => setPassword(event.target.value)} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
