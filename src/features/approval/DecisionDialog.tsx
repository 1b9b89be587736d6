import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, Modal, Radio, Select } from 'antd'
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
import { call } from '#src/api/call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { randomId } from '#src/lib/random.ts'
import { toast } from '#src/ui/toast.ts'
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
  const { run, isBusy, problem, fields } = useSubmit()
  const [comment, setComment] = useState('')
  const [accountId, setAccount] = useState<number>()
  const [place, setPlace] = useState<'before' | 'after'>('before')
  const [toNode, setNode] = useState(back?.returnTo ?? null)
  const [isChecked, setChecked] = useState(false)
  const [key, setKey] = useState(randomId)
  const needsPerson = action === 'transfer' || action === 'addSigner'
  const people = useQuery({
    queryKey: ['approval-people'],
    enabled: needsPerson,
    queryFn: ({ signal }) => call(approvalPeople, {}, { quiet: true, signal }),
  })
  const options = { quiet: true, idempotencyKey: key }
  const said = { id: taskId, taskId, comment: comment.trim() }
  const work: Readonly<Record<Deciding, () => Promise<unknown>>> = {
    approve: () => call(approveTask, said, options),
    reject: () => call(rejectTask, said, options),
    return: () => call(returnTask, { ...said, toNode }, options),
    transfer: () => call(transferTask, { ...said, accountId: accountId! }, options),
    addSigner: () => call(addSigner, { ...said, accountId: accountId!, place }, options),
  }
  const save = async () => {
    setChecked(true)
    if (needsPerson && accountId === undefined) return
    const isDone = await run(async () => void (await work[action]()))
    // The next try is another intent.
    if (!isDone) return setKey(randomId())
    toast({ text: t(`approval:done.${action}`), tone: 'good' })
    onClose(true)
  }
  const mistake =
    fields.accountId ??
    (isChecked && needsPerson && accountId === undefined ? t('approval:choosePerson') : undefined)
  return (
    <Modal
      open
      title={t(`approval:actions.${action}`)}
      okText={t(`approval:actions.${action}`)}
      cancelText={t('common:buttons.cancel')}
      confirmLoading={isBusy}
      okButtonProps={{ size: 'large', danger: action === 'reject' }}
      cancelButtonProps={{ size: 'large' }}
      className="approval-dialog"
      transitionName=""
      maskTransitionName=""
      onOk={() => void save()}
      onCancel={() => onClose(false)}
    >
      <p>{title}</p>
      {problem && !fields.accountId && (
        <Alert
          type="error"
          showIcon
          message={t(`approval:failed.${action}`)}
          description={problem}
          className="kit-form-note"
        />
      )}
      <Form component={false} layout="vertical">
        {needsPerson && (
          <Form.Item
            label={t('approval:person')}
            htmlFor="approval-person"
            required
            validateStatus={mistake ? 'error' : undefined}
            help={mistake ? <span role="alert">{mistake}</span> : undefined}
          >
            <Select
              id="approval-person"
              showSearch
              optionFilterProp="label"
              loading={people.isLoading}
              value={accountId}
              onChange={setAccount}
              disabled={isBusy}
              options={people.data?.map((one) => ({
                value: one.accountId,
                label: one.organizationName ? `${one.name} · ${one.organizationName}` : one.name,
              }))}
            />
          </Form.Item>
        )}
        {action === 'addSigner' && (
          <Form.Item label={t('approval:place')}>
            <Radio.Group
              value={place}
              onChange={(event) => setPlace(event.target.value as typeof place)}
              options={(['before', 'after'] as const).map((value) => ({
                value,
                label: t(`approval:places.${value}`),
              }))}
            />
          </Form.Item>
        )}
        {action === 'return' && back && back.backTo.length > 0 && (
          <Form.Item label={t('approval:returnTo')}>
            <Radio.Group
              className="approval-back"
              value={toNode ?? ''}
              disabled={isBusy}
              onChange={(event) => setNode((event.target.value as string) || null)}
              options={[
                { value: '', label: t('approval:flow.returnTo.submitter') },
                ...back.backTo.map(({ key: value, nodeName }) => ({
                  value,
                  label: t('approval:backTo', { node: nodeName }),
                })),
              ]}
            />
          </Form.Item>
        )}
        <Form.Item label={t('approval:comment')} htmlFor="approval-comment">
          <Input.TextArea
            id="approval-comment"
            rows={3}
            maxLength={maxComment}
            showCount
            disabled={isBusy}
            placeholder={t('approval:optional')}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
