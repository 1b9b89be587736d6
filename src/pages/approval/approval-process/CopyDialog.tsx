import { Modal } from 'antd'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { CopyForm } from './CopyForm.tsx'

export default function CopyDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels({ module: 'approval' })
  const title = t('approval:flow.copyTitle')
  return (
    <CopyForm
      source={{ id: row.id, name: row.name }}
      onDone={() => onClose(true)}
      around={(form, make, isBusy) => (
        <Modal
          open
          title={title}
          okText={t('approval:approvalProcess.actions.copy')}
          confirmLoading={isBusy}
          transitionName=""
          maskTransitionName=""
          onOk={make}
          onCancel={() => onClose(false)}
        >
          {form}
        </Modal>
      )}
    />
  )
}
