import { useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { approvableCodes } from '#contract/approval/forms.ts'
import { delegate, type MyDelegation } from '#contract/approval/delegation-calls.ts'
import { approvalPeople } from '#contract/approval/task-calls.ts'
import { call } from '#src/api/call.ts'
import DayRange from '#src/kit/fields/date/DayRange.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'

/** Asks who decides in somebody's place, when, and of which forms. */
export default function DelegateDialog({
  mine,
  onClose,
}: {
  mine: MyDelegation['mine']
  onClose: (isDone: boolean) => void
}) {
  const t = useLabels({ module: 'approval' })
  const { run, isBusy, problem, fields } = useSubmit()
  const [toAccountId, setPerson] = useState<number | undefined>(mine?.toAccountId)
  const [days, setDays] = useState<unknown>(mine ? [mine.beginsOn, mine.endsOn] : undefined)
  const [formCodes, setForms] = useState<string[]>(mine?.formCodes ?? [])
  const [takesOpen, setTakesOpen] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const people = useQuery({
    queryKey: ['approval-people'],
    queryFn: ({ signal }) => call(approvalPeople, {}, { quiet: true, signal }),
  })
  const save = async () => {
    setChecked(true)
    if (toAccountId === undefined || !Array.isArray(days)) return
    const [beginsOn, endsOn] = days as [string, string]
    const isDone = await run(async () => {
      const { moved } = await call(
        delegate,
        { toAccountId, beginsOn, endsOn, formCodes: formCodes as never, takesOpen },
        { quiet: true },
      )
      toast({
        text:
          moved > 0
            ? t('approval:delegation.moved', { count: moved })
            : t('approval:delegation.done'),
        tone: 'good',
      })
    })
    if (isDone) onClose(true)
  }
  const lacking = (isLacking: boolean) =>
    isChecked && isLacking ? t('errors:field.required') : undefined
  const personFault = fields.toAccountId ?? lacking(toAccountId === undefined)
  const daysFault = fields.beginsOn ?? fields.endsOn ?? lacking(!Array.isArray(days))
  const fault = (text: string | undefined) => ({
    validateStatus: text ? ('error' as const) : undefined,
    help: text ? <span role="alert">{text}</span> : undefined,
  })
  return (
    <Modal
      open
      title={t('approval:delegation.set')}
      okText={t('common:buttons.save')}
      cancelText={t('common:buttons.cancel')}
      confirmLoading={isBusy}
      transitionName=""
      maskTransitionName=""
      onOk={() => void save()}
      onCancel={() => onClose(false)}
    >
      <p>{t('approval:delegation.note')}</p>
      {problem && !personFault && !daysFault && (
        <Alert type="error" showIcon message={problem} className="kit-form-note" />
      )}
      <Form component={false} layout="vertical">
        <Form.Item
          label={t('approval:delegation.person')}
          htmlFor="delegation-person"
          required
          {...fault(personFault)}
        >
          <Select
            id="delegation-person"
            showSearch
            optionFilterProp="label"
            loading={people.isLoading}
            disabled={isBusy}
            value={toAccountId}
            onChange={setPerson}
            options={people.data?.map((one) => ({
              value: one.accountId,
              label: one.organizationName ? `${one.name} · ${one.organizationName}` : one.name,
            }))}
          />
        </Form.Item>
        <Form.Item
          label={t('approval:delegation.days')}
          htmlFor="delegation-days"
          required
          {...fault(daysFault)}
        >
          <DayRange
            id="delegation-days"
            value={days}
            onChange={setDays}
            disabled={isBusy}
            invalid={!!daysFault}
          />
        </Form.Item>
        <Form.Item label={t('approval:columns.form')} htmlFor="delegation-forms">
          <Select
            id="delegation-forms"
            mode="multiple"
            allowClear
            disabled={isBusy}
            placeholder={t('approval:delegation.all')}
            value={formCodes}
            onChange={setForms}
            options={Object.values(approvableCodes).map((value) => ({
              value,
              label: t(`approval:forms.${value}`),
            }))}
          />
        </Form.Item>
        <Checkbox
          checked={takesOpen}
          disabled={isBusy}
          onChange={(event) => setTakesOpen(event.target.checked)}
        >
          {t('approval:delegation.takesOpen')}
        </Checkbox>
      </Form>
    </Modal>
  )
}
