import { useState } from 'react'
import type { IssuedCode as Issued } from '#contract/account/invitation.ts'
import { resetPassword } from '#contract/system/permission-calls.ts'
import { IssuedCode } from '#src/kit/actions/IssuedCode.tsx'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'

/** A way in for a person: to join, or to a new password that they choose and nobody else sees. */
export default function ResetPasswordDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels({ module: 'system' })
  const [issued, setIssued] = useState<Issued>()
  const issue = useCallMutation(resetPassword, { onDone: setIssued })
  const kind = row.joinedFlag === 1 ? 'reset' : 'join'
  const name = String(row.realName)
  return (
    <Dialog
      width={460}
      title={t(`system:invitation.${kind}.title`, { name })}
      maskClosable={false}
      okText={t(issued ? 'system:invitation.done' : 'system:invitation.go')}
      sending={issue}
      isDone={issued !== undefined}
      onOk={() => (issued ? onClose(true) : issue.send({ id: row.id }))}
      onClose={() => onClose(issued !== undefined)}
    >
      {issued ? (
        <IssuedCode issued={issued} kind={kind} name={name} />
      ) : (
        <p>{t(`system:invitation.${kind}.lead`, { name })}</p>
      )}
    </Dialog>
  )
}
