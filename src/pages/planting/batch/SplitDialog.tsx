import { Button, Segmented } from 'antd'
import { useState } from 'react'
import {
  familyAhead,
  mostKin,
  splitBatch,
  type BatchMate,
} from '#contract/planting/family-calls.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { FamilyRules } from './FamilyRules.tsx'
import { SplitPart } from './SplitPart.tsx'
import { SplitRest } from './SplitRest.tsx'
import { costsOf, firstParts, isDivided, withOneMore, type DraftPart } from './split-parts.ts'
import { useMove } from './use-move.ts'

type Basis = 'area' | 'quantity'
const basesOf = ({ plantedArea, quantity }: BatchMate): Basis[] => [
  ...(plantedArea ? ['area' as const] : []),
  ...(quantity ? ['quantity' as const] : []),
]

/** A batch in parts: who has which plots, how much of area and quantity, and by what costs are shared. */
export default function SplitDialog({ row, onClose }: ActionDialogProps) {
  const { data, error, refetch } = useCall(familyAhead, { id: row.id })
  const [changed, setChanged] = useState<readonly DraftPart[]>()
  const [chosen, setChosen] = useState<Basis>()
  const { t, title, send, ...sending } = useMove('split', splitBatch, onClose)
  const { own, plots = [] } = data ?? {}
  const parts = changed ?? (own ? firstParts(own, plots) : [])
  const bases = own ? basesOf(own) : []
  const share = chosen ?? bases[0]
  const costs = own && costsOf(parts, own, share)
  const change = (key: number, what: Partial<DraftPart>) =>
    setChanged(parts.map((one) => (one.key === key ? { ...one, ...what } : one)))
  return (
    <Dialog
      title={title}
      okText={title}
      width={640}
      sending={sending}
      isLacking={!own || !isDivided(parts, own, plots)}
      onOk={() =>
        send({
          id: row.id,
          objectVersionNumber: row.objectVersionNumber,
          ...(share && { share }),
          parts: parts.map(({ key: _key, ...part }) => part),
        })
      }
      onClose={() => onClose(false)}
    >
      <p>{String(row.batchName)}</p>
      {error && <LoadFailed error={error} height={160} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={4} />}
      {own && (
        <>
          {parts.map((part, at) => (
            <SplitPart
              key={part.key}
              part={part}
              no={at + 1}
              own={own}
              plots={plots}
              cost={costs?.[at]}
              onChange={(what) => change(part.key, what)}
              onRemove={
                parts.length > 2
                  ? () => setChanged(parts.filter(({ key }) => key !== part.key))
                  : undefined
              }
            />
          ))}
          <Button
            disabled={parts.length >= mostKin || sending.isBusy}
            onClick={() => setChanged(withOneMore(parts, own, plots))}
          >
            {t('planting:family.add')}
          </Button>
          <SplitRest parts={parts} own={own} plots={plots} />
          {bases.length > 1 && (
            <FieldItem name="share" label={t('planting:family.share')}>
              <Segmented
                aria-label={t('planting:family.share')}
                value={share!}
                options={bases.map((value) => ({
                  value,
                  label: t(`planting:family.bases.${value}`),
                }))}
                onChange={setChosen}
              />
            </FieldItem>
          )}
          <FamilyRules kind="split" open={own.open} share={share} />
        </>
      )}
    </Dialog>
  )
}
