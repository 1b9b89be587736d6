import { Input, Radio, Select } from 'antd'
import { useState } from 'react'
import type { CaseDetail } from '#contract/approval/case-calls.ts'
import {
  addSigner,
  approvalPeople,
  approveTask,
  maxComment,
  rejectTask,
  returnTask,
  transferTask,
} from '#contract/approval/task-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useSend } from '#src/kit/calls/use-send.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { randomId } from '#src/lib/random.ts'
import './approval.css'

export type Deciding = 'approve' | 'reject' | 'return' | 'transfer' | 'addSigner'
interface DecisionDialogProps {
  taskId: number
  title: string
  action: Deciding
  /** Where it can be given back to, besides its submitter. */ back?: Pick<
    CaseDetail['mine'],
    'backTo' | 'returnTo'
  >
  onClose: (isDone: boolean) => void
}

/** Asks for the words of a decision, and whom it goes to, and makes it once. */
export default function DecisionDialog({
  taskId,
  title,
  action,
  back,
  onClose,
}: DecisionDialogProps) {
  const t = useLabels({ module: 'approval' })
  const { send, ...state } = useSend()
  const [comment, setComment] = useState('')
  const [accountId, setAccount] = useState<number>()
  const [place, setPlace] = useState<'before' | 'after'>('before')
  const [toNode, setNode] = useState(back?.returnTo ?? null)
  const [isChecked, setChecked] = useState(false)
  const [key, setKey] = useState(randomId)
  const needsPerson = action === 'transfer' || action === 'addSigner'
  const people = useCall(approvalPeople, {}, { enabled: needsPerson })
  const options = {
    idempotencyKey: key,
    said: t(`approval:done.${action}`),
    onDone: () => onClose(true),
    // The next try is another intent.
    onRefused: () => setKey(randomId()),
  }
  const needsWords = action === 'return'
  const isSilent = needsWords && !comment.trim()
  const said = { id: taskId, taskId, comment: comment.trim() }
  const work: Readonly<Record<Deciding, () => Promise<unknown>>> = {
    approve: () => send(approveTask, said, options),
    reject: () => send(rejectTask, said, options),
    return: () => send(returnTask, { ...said, toNode }, options),
    transfer: () => send(transferTask, { ...said, accountId: accountId! }, options),
    addSigner: () => send(addSigner, { ...said, accountId: accountId!, place }, options),
  }
  const save = () => {
    setChecked(true)
    if ((!needsPerson || accountId !== undefined) && !isSilent) void work[action]()
  }
  return (
    <Dialog
      title={t(`approval:actions.${action}`)}
      okText={t(`approval:actions.${action}`)}
      sending={state}
      failed={t(`approval:failed.${action}`)}
      isDanger={action === 'reject'}
      isLarge
      className="approval-dialog"
      onOk={save}
      onClose={() => onClose(false)}
    >
      <p>{title}</p>
      {needsPerson && (
        <FieldItem
          name="accountId"
          label={t('approval:person')}
          required
          mistake={isChecked && accountId === undefined ? t('approval:choosePerson') : undefined}
        >
          <Select
            showSearch
            optionFilterProp="label"
            loading={people.isLoading}
            value={accountId}
            onChange={setAccount}
            options={people.data?.map((one) => ({
              value: one.accountId,
              label: one.organizationName ? `${one.name} · ${one.organizationName}` : one.name,
            }))}
          />
        </FieldItem>
      )}
      {action === 'addSigner' && (
        <FieldItem name="place" label={t('approval:place')}>
          <Radio.Group
            value={place}
            onChange={(event) => setPlace(event.target.value as typeof place)}
            options={(['before', 'after'] as const).map((value) => ({
              value,
              label: t(`approval:places.${value}`),
            }))}
          />
        </FieldItem>
      )}
      {action === 'return' && back && back.backTo.length > 0 && (
        <FieldItem name="toNode" label={t('approval:returnTo')}>
          <Radio.Group
            className="approval-back"
            value={toNode ?? ''}
            onChange={(event) => setNode((event.target.value as string) || null)}
            options={[
              { value: '', label: t('approval:flow.returnTo.submitter') },
              ...back.backTo.map(({ key: value, nodeName }) => ({
                value,
                label: t('approval:backTo', { node: nodeName }),
              })),
            ]}
          />
        </FieldItem>
      )}
      <FieldItem
        name="comment"
        label={t('approval:comment')}
        required={needsWords}
        mistake={isChecked && isSilent ? t('approval:sayWhat') : undefined}
      >
        <Input.TextArea
          rows={3}
          maxLength={maxComment}
          showCount
          placeholder={needsWords ? undefined : t('approval:optional')}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </FieldItem>
    </Dialog>
  )
}
