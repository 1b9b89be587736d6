import { useState } from 'react'
import { batch } from '#contract/planting/batch.ts'
import { batchMoves } from '#contract/planting/batch-calls.ts'
import { Waiver } from '#src/features/farm/Waiver.tsx'
import { useWaiver } from '#src/features/farm/use-waiver.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import DayPicker from '#src/kit/fields/date/DayPicker.tsx'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { NumberBox } from '#src/ui/NumberBox.tsx'
import { useMove } from './use-move.ts'
import { useToday } from '#src/kit/fields/date/use-today.ts'

/** When it ended and what all of it yielded; what was weighed already stands there. */
export default function FinishDialog({ row, onClose }: ActionDialogProps) {
  const today = useToday()
  const weighed = Number(row.realYield ?? 0)
  const [finishedOn, setFinishedOn] = useState<string | null>(today)
  const [realYield, setRealYield] = useState<number | null>(weighed > 0 ? weighed : null)
  const waiver = useWaiver()
  const { t, title, send, ...sending } = useMove('finish', batchMoves.finish, onClose)
  return (
    <Dialog
      title={title}
      okText={title}
      sending={sending}
      isDanger={waiver.isLocked}
      isLacking={!finishedOn || realYield === null || waiver.isLacking}
      onOk={() =>
        send(
          {
            id: row.id,
            objectVersionNumber: row.objectVersionNumber,
            finishedOn: finishedOn!,
            realYield: realYield!,
            ...waiver.input,
          },
          { onRefused: waiver.onRefused },
        )
      }
      onClose={() => onClose(false)}
    >
      <p>{String(row.batchName)}</p>
      <FieldItem name="finishedOn" required label={fieldLabel(t, batch, 'finishedOn')}>
        {(id) => (
          <DayPicker
            id={id}
            field={batch.fields.finishedOn}
            value={finishedOn}
            onChange={(day) => setFinishedOn(day as string | null)}
          />
        )}
      </FieldItem>
      <FieldItem
        name="realYield"
        required
        label={fieldLabel(t, batch, 'realYield')}
        help={
          weighed > 0
            ? t('planting:finish.weighed', { weight: weighed })
            : t('planting:finish.note')
        }
      >
        <NumberBox
          className="kit-full"
          min={0}
          max={99_999_999}
          precision={2}
          value={realYield}
          addonAfter={t('common:units.kilogram')}
          onChange={setRealYield}
        />
      </FieldItem>
      <Waiver {...waiver} />
    </Dialog>
  )
}
