import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { calculation, recalculate } from '#contract/telemetry/calculation.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

/** From which day on a calculation is worked out once more. */
export default function RecalculateDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(calculation)
  const [from, setFrom] = useState<Dayjs | null>(dayjs().subtract(7, 'day'))
  const start = useCallMutation(recalculate, {
    said: t('equipment:calculation.recalculating'),
    onDone: () => onClose(true),
  })
  return (
    <Dialog
      title={t('equipment:calculation.recalculate', { name: String(row.name) })}
      okText={t('equipment:calculation.actions.recalculate')}
      sending={start}
      isLacking={!from}
      onOk={() => start.send({ id: row.id, from: from!.format('YYYY-MM-DD') })}
      onClose={() => onClose(false)}
    >
      <p>{t('equipment:calculation.recalculateHint')}</p>
      <FieldItem name="from" label={t('equipment:calculation.from')}>
        <DatePicker value={from} disabledDate={(day) => day.isAfter(dayjs())} onChange={setFrom} />
      </FieldItem>
    </Dialog>
  )
}
