import { Input } from 'antd'
import { useState } from 'react'
import { approveMany, maxComment, type TaskRow } from '#contract/approval/task-calls.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { amountText } from './ApprovalRows.tsx'

type Result = { id: number; ok: boolean; message?: string | null }

/** Several of one form at once: what they come to together, and what became of each. */
export default function BatchDialog({
  rows,
  onClose,
}: {
  rows: readonly TaskRow[]
  onClose: (isDone: boolean) => void
}) {
  const t = useLabels({ module: 'approval' })
  const [comment, setComment] = useState('')
  const [results, setResults] = useState<readonly Result[]>()
  const approve = useCallMutation(approveMany, { onDone: setResults })
  const total = rows.reduce((sum, row) => sum + (row.total ?? 0), 0)
  const hasTotal = rows.some((row) => row.total !== null)
  const save = () =>
    results
      ? onClose(true)
      : approve.send({ ids: rows.map(({ id }) => id), comment: comment.trim() })
  return (
    <Dialog
      title={t('approval:batchTitle', { form: rows[0]!.formName })}
      okText={results ? t('approval:flow.done') : t('approval:actions.approve')}
      sending={approve}
      className="approval-dialog"
      isLarge
      isDone={results !== undefined}
      onOk={save}
      onClose={() => onClose(results !== undefined)}
    >
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
        <FieldItem name="comment" label={t('approval:comment')}>
          <Input.TextArea
            rows={2}
            maxLength={maxComment}
            showCount
            placeholder={t('approval:optional')}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        </FieldItem>
      )}
    </Dialog>
  )
}
