import { Input } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { batch, batchScreen } from '#contract/planting/batch.ts'
import {
  familyAhead,
  mergeBatches,
  mostKin,
  type BatchMate,
} from '#contract/planting/family-calls.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCall } from '#src/kit/calls/use-call.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { Checkboxes } from '#src/ui/Checkboxes.tsx'
import { FamilyRules } from './FamilyRules.tsx'
import { useMove } from './use-move.ts'

const sumOf = (all: readonly BatchMate[], name: 'plantedArea' | 'quantity') =>
  Math.round(all.reduce((sum, one) => sum + (one[name] ?? 0), 0) * 100) / 100
/** Whether two count in the same unit, where they count. */
const isAlike = (one: BatchMate, other: BatchMate) =>
  one.quantityUnitId === other.quantityUnitId || (!one.quantity && !other.quantity)

/** A batch with others of its variety and base: which of them, and what the one that they become is called. */
export default function MergeDialog({ row, onClose }: ActionDialogProps) {
  const { data, error, refetch } = useCall(familyAhead, { id: row.id })
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [batchName, setBatchName] = useState(String(row.batchName))
  const navigate = useNavigate()
  const unitName = useUnitName()
  const counted = (quantity: number, unit: string | null) =>
    `${quantity} ${unit ? unitName(unit) : ''}`.trim()
  const { t, title, send, ...sending } = useMove('merge', mergeBatches, onClose, ({ ids }) => {
    void navigate(`${batchScreen.route}/info/${ids[0]}`)
  })
  const mates = (data?.mates ?? []).filter((one) => isAlike(one, data!.own))
  const others = mates.filter(({ id }) => chosen.includes(id))
  const all = data ? [data.own, ...others] : []
  const said = (one: BatchMate) =>
    [
      one.batchName,
      one.plantedArea !== null && `${one.plantedArea} ${t('common:units.mu')}`,
      one.quantity !== null && counted(one.quantity, one.quantityUnitName),
      one.stage,
      one.plantedOn,
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Dialog
      title={title}
      okText={title}
      width={560}
      sending={sending}
      isLacking={others.length === 0 || others.length >= mostKin || !batchName.trim()}
      onOk={() =>
        send({
          id: row.id,
          objectVersionNumber: row.objectVersionNumber,
          batchName,
          others: others.map(({ id, objectVersionNumber }) => ({ id, objectVersionNumber })),
        })
      }
      onClose={() => onClose(false)}
    >
      {data && <p>{said(data.own)}</p>}
      {error && <LoadFailed error={error} height={160} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={4} />}
      {data && mates.length === 0 && <p className="batch-none">{t('planting:family.noMates')}</p>}
      {data && mates.length > 0 && (
        <>
          <div className="batch-mates">
            <strong>{t('planting:family.with')}</strong>
            <Checkboxes
              label={t('planting:family.with')}
              value={chosen}
              options={mates.map((one) => ({ value: one.id, label: said(one) }))}
              disabled={sending.isBusy}
              onChange={setChosen}
            />
          </div>
          <FieldItem name="batchName" required label={fieldLabel(t, batch, 'batchName')}>
            <Input
              maxLength={60}
              value={batchName}
              onChange={({ target }) => setBatchName(target.value)}
            />
          </FieldItem>
          {others.length > 0 && (
            <p aria-live="polite">
              {t('planting:family.together', {
                area: sumOf(all, 'plantedArea'),
                quantity: counted(sumOf(all, 'quantity'), data.own.quantityUnitName),
              })}
            </p>
          )}
          <FamilyRules kind="merge" open={all.reduce((sum, one) => sum + one.open, 0)} />
        </>
      )}
    </Dialog>
  )
}
