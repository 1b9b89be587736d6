import { Input, Select } from 'antd'
import { useState } from 'react'
import { batch } from '#contract/planting/batch.ts'
import { batchFigures, correctBatchStage } from '#contract/planting/batch-calls.ts'
import { stageOn } from '#contract/planting/stages.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import DayPicker from '#src/kit/fields/date/DayPicker.tsx'
import OneImage from '#src/kit/fields/file/OneImage.tsx'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { useMove } from './use-move.ts'

/** From which day on it is in which stage, as somebody saw it. */
export default function StageDialog({ row, onClose }: ActionDialogProps) {
  const figures = useCall(batchFigures, { id: row.id })
  const { t, title, send, ...sending } = useMove('correctStage', correctBatchStage, onClose)
  const [chosen, setChosen] = useState<number>()
  const [startsOn, setStartsOn] = useState<string | null>()
  const [picture, setPicture] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const { stages = [], today } = figures.data ?? {}
  const place = chosen ?? Math.max(0, today ? stageOn(stages, today) : 0)
  const day = startsOn === undefined ? today : startsOn
  return (
    <Dialog
      title={title}
      okText={title}
      sending={sending}
      isLacking={!day || stages.length === 0}
      onOk={() =>
        send({
          id: row.id,
          objectVersionNumber: row.objectVersionNumber,
          place,
          startsOn: day!,
          picture,
          note: note || null,
        })
      }
      onClose={() => onClose(false)}
    >
      <p>{String(row.batchName)}</p>
      {figures.error && (
        <LoadFailed error={figures.error} height={160} onRetry={() => void figures.refetch()} />
      )}
      {figures.isLoading && <ListSkeleton rows={3} />}
      {figures.data && stages.length === 0 && <p>{t('planting:stages.none')}</p>}
      {stages.length > 0 && (
        <>
          <FieldItem name="place" required label={t('planting:stages.is')}>
            <Select
              value={place}
              options={stages.map(({ name }, value) => ({ value, label: name }))}
              onChange={setChosen}
            />
          </FieldItem>
          <FieldItem
            name="startsOn"
            required
            label={t('planting:stages.from')}
            help={t('planting:stages.note')}
          >
            {(id) => (
              <DayPicker
                id={id}
                field={batch.fields.plantedOn}
                value={day}
                onChange={(next) => setStartsOn(next as string | null)}
              />
            )}
          </FieldItem>
          <FieldItem name="picture" label={t('planting:stages.picture')}>
            <OneImage value={picture} onChange={setPicture} />
          </FieldItem>
          <FieldItem name="note" label={t('planting:stages.remark')}>
            <Input maxLength={200} value={note} onChange={({ target }) => setNote(target.value)} />
          </FieldItem>
        </>
      )}
    </Dialog>
  )
}
