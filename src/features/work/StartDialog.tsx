import { Input } from 'antd'
import { useState } from 'react'
import { taskMoves, type PlotLock } from '#contract/work/task-calls.ts'
import { task } from '#contract/work/task.ts'
import { isApiError } from '#src/api/api-error.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { ActPlaceBox } from './ActPlaceBox.tsx'
import { LockList } from './LockList.tsx'
import { subjectOf } from './subject.ts'
import { useActPlace } from './use-act-place.ts'
import { useDeed } from '#src/kit/calls/field/use-deed.ts'

const mostWords = 200
/**
 * Begins a task. Where a plot is locked it says which, by what and until when; who may waive that
 * says why.
 */
export default function StartDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(task)
  const mayWaive = useGranted(task.permissions.override) === true
  const [locks, setLocks] = useState<readonly PlotLock[]>([])
  const [override, setOverride] = useState('')
  const start = useDeed(taskMoves.start, {
    said: t('work:started', { title: String(row.title) }),
    onDone: () => onClose(true),
    onRefused: (error) => {
      const { locks: found } = (isApiError(error) ? error.detail : {}) as { locks?: PlotLock[] }
      if (found) setLocks(found)
    },
  })
  const place = useActPlace()
  const isLocked = locks.length > 0
  return (
    <Dialog
      isLarge
      title={t('work:task.actions.start')}
      okText={t(isLocked ? 'work:startAnyway' : 'work:task.actions.start')}
      isDanger={isLocked}
      isLacking={isLocked && (!mayWaive || override.trim() === '')}
      sending={start}
      onOk={() => {
        const input = isLocked ? { override: override.trim() } : {}
        const { id, objectVersionNumber } = row
        return start.send(
          {
            kind: 'start',
            subject: subjectOf(row),
            title: t('work:deeds.start', { title: String(row.title) }),
            input,
            version: objectVersionNumber ?? null,
            photos: [],
          },
          { ...input, id, objectVersionNumber },
          place.found,
        )
      }}
      onClose={() => onClose(false)}
    >
      <p>{String(row.title)}</p>
      <ActPlaceBox {...place} />
      {isLocked && <LockList locks={locks} />}
      {isLocked && mayWaive && (
        <FieldItem name="override" label={t('work:overrideReason')} required>
          <Input.TextArea
            rows={2}
            maxLength={mostWords}
            showCount
            value={override}
            onChange={(event) => setOverride(event.target.value)}
          />
        </FieldItem>
      )}
    </Dialog>
  )
}
