import { Input } from 'antd'
import { mostWaiver } from '#contract/farm/plot-lock.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { LockList } from './LockList.tsx'
import type { Waiving } from './use-waiver.ts'

/** Which plots are locked, by what and until when; who may waive that says why. */
export function Waiver({ locks, isLocked, mayWaive, reason, setReason }: Waiving) {
  const t = useLabels({ module: 'farm' })
  if (!isLocked) return null
  return (
    <>
      <LockList locks={locks} />
      {mayWaive && (
        <FieldItem name="override" label={t('farm:locks.why')} required>
          <Input.TextArea
            rows={2}
            maxLength={mostWaiver}
            showCount
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </FieldItem>
      )}
    </>
  )
}
