import { useState } from 'react'
import { batch } from '#contract/planting/batch.ts'
import { batchMoves } from '#contract/planting/batch-calls.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import DayPicker from '#src/kit/fields/date/DayPicker.tsx'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { useMove } from './use-move.ts'
import { useToday } from '#src/kit/fields/date/use-today.ts'

/** On which day it was planted: the planned one, unless that is still ahead. */
export default function StartDialog({ row, onClose }: ActionDialogProps) {
  const today = useToday()
  const planned = String(row.plantedOn)
  const [plantedOn, setPlantedOn] = useState<string | null>(planned > today ? today : planned)
  const { t, title, send, ...sending } = useMove('start', batchMoves.start, onClose)
  return (
    <Dialog
      title={title}
      okText={title}
      sending={sending}
      isLacking={!plantedOn}
      onOk={() =>
        send({ id: row.id, objectVersionNumber: row.objectVersionNumber, plantedOn: plantedOn! })
      }
      onClose={() => onClose(false)}
    >
      <p>{String(row.batchName)}</p>
      <FieldItem
        name="plantedOn"
        required
        label={fieldLabel(t, batch, 'plantedOn')}
        help={t('planting:start.note')}
      >
        {(id) => (
          <DayPicker
            id={id}
            field={batch.fields.plantedOn}
            value={plantedOn}
            onChange={(day) => setPlantedOn(day as string | null)}
          />
        )}
      </FieldItem>
    </Dialog>
  )
}
