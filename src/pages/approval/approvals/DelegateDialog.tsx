import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import { approvableCodes } from '#contract/approval/forms.ts'
import { delegate, myDelegation, type MyDelegation } from '#contract/approval/delegation-calls.ts'
import { approvalPeople } from '#contract/approval/task-calls.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import DayRange from '#src/kit/fields/date/DayRange.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

/** Asks who decides in somebody's place, when, and of which forms. */
export default function DelegateDialog({
  mine,
  onClose,
}: {
  mine: MyDelegation['mine']
  onClose: (isDone: boolean) => void
}) {
  const t = useLabels({ module: 'approval' })
  const [toAccountId, setPerson] = useState<number | undefined>(mine?.toAccountId)
  const [days, setDays] = useState<unknown>(mine ? [mine.beginsOn, mine.endsOn] : undefined)
  const [formCodes, setForms] = useState<string[]>(mine?.formCodes ?? [])
  const [takesOpen, setTakesOpen] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const people = useCall(approvalPeople, {})
  const save = useCallMutation(delegate, {
    said: ({ moved }) =>
      moved > 0 ? t('approval:delegation.moved', { count: moved }) : t('approval:delegation.done'),
    invalidates: [myDelegation],
    onDone: () => onClose(true),
  })
  const send = () => {
    setChecked(true)
    if (toAccountId === undefined || !Array.isArray(days)) return
    const [beginsOn, endsOn] = days as [string, string]
    return save.send({ toAccountId, beginsOn, endsOn, formCodes: formCodes as never, takesOpen })
  }
  const lacking = (isLacking: boolean) =>
    isChecked && isLacking ? t('errors:field.required') : undefined
  const daysFault = save.fields.beginsOn ?? save.fields.endsOn ?? lacking(!Array.isArray(days))
  return (
    <Dialog
      title={t('approval:delegation.set')}
      okText={t('common:buttons.save')}
      sending={save}
      onOk={send}
      onClose={() => onClose(false)}
    >
      <p>{t('approval:delegation.note')}</p>
      <FieldItem
        name="toAccountId"
        label={t('approval:delegation.person')}
        required
        mistake={lacking(toAccountId === undefined)}
      >
        <Select
          showSearch
          optionFilterProp="label"
          loading={people.isLoading}
          value={toAccountId}
          onChange={setPerson}
          options={people.data?.map((one) => ({
            value: one.accountId,
            label: one.organizationName ? `${one.name} · ${one.organizationName}` : one.name,
          }))}
        />
      </FieldItem>
      <FieldItem
        name="beginsOn"
        alsoSays="endsOn"
        label={t('approval:delegation.days')}
        required
        mistake={daysFault}
      >
        {(id) => <DayRange id={id} value={days} onChange={setDays} invalid={!!daysFault} />}
      </FieldItem>
      <FieldItem name="formCodes" label={t('approval:columns.form')}>
        <Select
          mode="multiple"
          allowClear
          placeholder={t('approval:delegation.all')}
          value={formCodes}
          onChange={setForms}
          options={Object.values(approvableCodes).map((value) => ({
            value,
            label: t(`approval:forms.${value}`),
          }))}
        />
      </FieldItem>
      <Checkbox
        checked={takesOpen}
        disabled={save.isBusy}
        onChange={(event) => setTakesOpen(event.target.checked)}
      >
        {t('approval:delegation.takesOpen')}
      </Checkbox>
    </Dialog>
  )
}
