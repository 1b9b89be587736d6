import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { approveMany, maxComment, type TaskRow } from '#contract/approval/task-calls.ts'
import { call } from '#src/api/call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { amountText } from './ApprovalRows.tsx'

type Result = Awaited<ReturnType<typeof send>>[number]
const send = (ids: number[], comment: string) =>
  call(approveMany, { ids, comment }, { quiet: true })

/** Several of one form at once: what they come to together, and what became of each. */
export default function BatchDialog({
  rows,
  onClose,
}: {
  rows: readonly TaskRow[]
  onClose: (isDone: boolean) => void
}) {
  const t = useLabels({ module: 'approval' })
  const { run, isBusy, problem } = useSubmit()
  const [comment, setComment] = useState('')
  const [results, setResults] = useState<readonly Result[]>()
  const total = rows.reduce((sum, row) => sum + (row.total ?? 0), 0)
  const hasTotal = rows.some((row) => row.total !== null)
  const save = () =>
    results
      ? onClose(true)
      : void run(async () =>
          setResults(
            await send(
              rows.map(({ id }) => id),
              comment.trim(),
            ),
          ),
        )
  return (
    <Modal
      open
      title={t('approval:batchTitle', { form: rows[0]!.formName })}
      okText={results ? t('approval:flow.done') : t('approval:actions.approve')}
      confirmLoading={isBusy}
      className="approval-dialog"
      transitionName=""
      maskTransitionName=""
      okButtonProps={{ size: 'large' }}
      cancelButtonProps={{ size: 'large', style: results ? { display: 'none' } : undefined }}
      onOk={save}
      onCancel={() => onClose(results !== undefined)}
    >
      {problem && <Alert type="error" showIcon message={problem} className="kit-form-note" />}
      <p>
        {t('approval:batchCount', { count: rows.length })}
        {hasTotal && ` · ${t('approval:batchTotal', { total: amountText(total) })}`}
      </p>
      <ul className="approval-batch">
        {rows.map((row) => {
          const result = results?.find(({ id }) => id === row.id)
          return (
            <li key={row.id}>
              <span>
                {row.title} <small>{row.submitName}</small>
              </span>
              {row.total !== null && <span className="kit-number">{amountText(row.total)}</span>}
              {result && (
                <StatusTag tone={result.ok ? 'good' : 'bad'}>
                  {result.ok ? t('approval:done.approve') : (result.message ?? '')}
                </StatusTag>
              )}
            </li>
          )
        })}
      </ul>
      {!results && (
        <Form component={false} layout="vertical">
          <Form.Item label={t('approval:comment')} htmlFor="batch-comment">
            <Input.TextArea
              id="batch-comment"
              rows={2}
              maxLength={maxComment}
              showCount
              placeholder={t('approval:optional')}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}
