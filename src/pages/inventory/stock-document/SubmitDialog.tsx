import { Alert, Select } from 'antd'
import { useState } from 'react'
import { approvalPeople } from '#contract/approval/task-calls.ts'
import { allowed } from '#contract/entity.ts'
import { auditStatus } from '#contract/inventory/document-kinds.ts'
import { movesOf, type AskedQuestion, type ShortLine } from '#contract/inventory/document-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { Way } from '#src/features/approval/Way.tsx'
import { actionLabel } from '#src/kit/definition/label.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'
import { Questions, questionsOf } from './Questions.tsx'
import { Shortages, shortLines } from './Shortages.tsx'
import { SubmitMany } from './SubmitMany.tsx'
import { useMove } from './use-move.ts'
import './document.css'

/** Kinds that post nothing themselves. */
const plans: readonly string[] = ['application', 'transfer']

/** Hands in one document, or those that were chosen. */
export default function SubmitDialog(props: ActionDialogProps) {
  const { entity } = useResource()
  const isOne = props.rows.length === 1 && allowed(entity, 'submit', props.row)
  return isOne ? <SubmitOne {...props} /> : <SubmitMany {...props} />
}

/**
 * What is short is said of all lines at once; whom to ask is asked for where the process leaves it
 * open.
 */
function SubmitOne({ row, onClose }: ActionDialogProps) {
  const resource = useResource()
  const t = useLabels(resource.entity)
  const move = useMove(resource)
  const { run, ...state } = useSubmit()
  const [short, setShort] = useState<readonly ShortLine[]>([])
  const [questions, setQuestions] = useState<readonly AskedQuestion[]>([])
  const [approverIds, setApprovers] = useState<number[]>([])
  const ahead = useCall(
    movesOf(resource.entity).ahead,
    { id: row.id },
    { retry: false, staleTime: 0 },
  )
  // What the flow leaves to the submitter is asked for before it is refused.
  const isAsked =
    ahead.data?.steps.some(({ isOpen }) => isOpen) ||
    state.fields.approverIds !== undefined ||
    approverIds.length > 0
  const people = useCall(approvalPeople, {}, { enabled: isAsked })
  const submit = async () => {
    setShort([])
    const isDone = await run(async () => {
      // What was shown is what is said yes to.
      const accepted = questions.map(({ code }) => code)
      const moved = await move('submit', row, {
        ...(approverIds.length && { approverIds }),
        ...(accepted.length && { accepted }),
      }).catch((error: unknown) => {
        setShort(shortLines(error))
        setQuestions((before) => [
          ...before,
          ...questionsOf(error).filter(({ code }) => !accepted.includes(code)),
        ])
        throw error
      })
      toast({
        text: t(
          moved.auditStatus === auditStatus.submitted
            ? 'inventory:document.inApproval'
            : 'inventory:document.posted',
          { code: String(row.code) },
        ),
        tone: 'good',
      })
    })
    if (isDone) onClose(true)
  }
  const label = actionLabel(t, resource.entity, 'submit')
  return (
    <Dialog
      title={`${label} ${String(row.code)}`}
      okText={questions.length > 0 ? t('inventory:questions.go') : label}
      isDanger={questions.length > 0}
      // Shortages and questions say themselves why it was not done.
      sending={short.length + questions.length > 0 ? { ...state, problem: undefined } : state}
      onOk={submit}
      onClose={() => onClose(false)}
    >
      {short.length > 0 && (
        <Shortages
          lines={short}
          warehouseId={Number(row.warehouseId)}
          onLeave={() => onClose(false)}
        />
      )}
      <Questions asked={questions} />
      {ahead.data?.isBroken && (
        <Alert
          type="error"
          showIcon
          message={t('errors:approval.processDisabled')}
          className="kit-form-note"
        />
      )}
      {ahead.data && !ahead.data.isBroken && ahead.data.isAsked && (
        <>
          <p>{t('inventory:document.willAsk')}</p>
          <Way steps={ahead.data.steps} />
        </>
      )}
      <p>
        {t(
          `inventory:document.${ahead.data ? (ahead.data.isAsked ? 'asked' : 'atOnce') : 'submit'}${plans.includes(resource.entity.name) ? 'Plan' : ''}Note`,
        )}
      </p>
      {isAsked && (
        <FieldItem name="approverIds" label={t('inventory:document.approvers')} required>
          <Select
            className="kit-full"
            mode="multiple"
            optionFilterProp="label"
            loading={people.isFetching}
            value={approverIds}
            options={people.data?.map(({ accountId, name }) => ({
              value: accountId,
              label: name,
            }))}
            onChange={setApprovers}
          />
        </FieldItem>
      )}
    </Dialog>
  )
}
