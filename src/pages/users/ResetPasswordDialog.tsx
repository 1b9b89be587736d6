import { Alert, Modal } from 'antd'
import { useState } from 'react'
import type { IssuedCode as Issued } from '#contract/account/invitation.ts'
import { resetPassword } from '#contract/system/permission-calls.ts'
import { call } from '#src/api/call.ts'
import { IssuedCode } from '#src/kit/actions/IssuedCode.tsx'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'

/** A way in for a person: to join, or to a new password that they choose and nobody else sees. */
export default function ResetPasswordDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels({ module: 'system' })
  const { run, isBusy, problem } = useSubmit()
  const [issued, setIssued] = useState<Issued>()
  const kind = row.joinedFlag === 1 ? 'reset' : 'join'
  const name = String(row.realName)
  const issue = () =>
    run(async () => setIssued(await call(resetPassword, { id: row.id }, { quiet: true })))
  return (
    <Modal
      open
      width={460}
      transitionName=""
      maskTransitionName=""
      title={t(`system:invitation.${kind}.title`, { name })}
      maskClosable={false}
      okText={t(issued ? 'system:invitation.done' : 'system:invitation.go')}
      cancelText={t('common:buttons.cancel')}
      confirmLoading={isBusy}
      cancelButtonProps={issued ? { style: { display: 'none' } } : {}}
      onOk={() => (issued ? onClose(true) : void issue())}
      onCancel={() => onClose(issued !== undefined)}
    >
      {problem && <Alert type="error" showIcon message={problem} style={{ marginBlockEnd: 12 }} />}
      {issued ? (
        <IssuedCode issued={issued} />
      ) : (
        <p>{t(`system:invitation.${kind}.lead`, { name })}</p>
      )}
    </Modal>
  )
}
