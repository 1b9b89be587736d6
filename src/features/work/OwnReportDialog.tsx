import { useState } from 'react'
import { decimal, text, type Field } from '#contract/field.ts'
import { mostPieces } from '#contract/farm/piece.ts'
import { taskMoves } from '#contract/work/task-calls.ts'
import { mostOwnNote, mostOwnPhotos, task } from '#contract/work/task.ts'
import { isFieldOn } from '#src/api/field/field.ts'
import { FieldPhotos } from '#src/kit/calls/field/FieldPhotos.tsx'
import { useDeed } from '#src/kit/calls/field/use-deed.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import type { EntryPhoto } from '#src/lib/field/entry.ts'
import { pieceUnitOf } from './pieces.ts'
import { ownReportsOf } from './report.ts'
import { subjectOf } from './subject.ts'

interface OwnReportProps {
  row: Row
  /** Who reports. */
  workerId: number | null
  onClose: (isChanged: boolean) => void
}
interface Own {
  hours: number | null
  pieces: number | null
  note: string | null
  photos: readonly (string | EntryPhoto)[]
}

/** What somebody did of a task themselves, without a network too: the leader's report begins with it. */
export default function OwnReportDialog({ row, workerId, onClose }: OwnReportProps) {
  const t = useLabels(task)
  const title = String(row.title)
  const [value, setValue] = useState<Own>(() => {
    const said = ownReportsOf(row).find((one) => one.workerId === workerId)
    const { hours = null, pieces = null } = said ?? {}
    return { hours, pieces, note: said?.note ?? null, photos: [] }
  })
  const [isChecked, setChecked] = useState(false)
  const deed = useDeed(taskMoves.reportOwn, {
    said: t('work:own.said', { title }),
    onDone: () => onClose(true),
  })
  const unit = pieceUnitOf(row)
  const isEmpty = value.hours === null && value.pieces === null
  const mistake =
    isChecked && isEmpty ? t(unit ? 'work:own.piecesNeeded' : 'work:own.hoursNeeded') : undefined
  const send = async () => {
    setChecked(true)
    if (isEmpty) return
    const { photos, ...rest } = value
    const input = { ...rest, pieces: unit ? rest.pieces : null }
    await deed.send(
      {
        kind: 'reportOwn',
        subject: subjectOf(row),
        title: t('work:deeds.reportOwn', { title }),
        input,
        version: null,
        photos: photos as readonly EntryPhoto[],
      },
      { ...input, id: row.id, photos: photos as string[] },
    )
  }
  const fields: Record<keyof Own, Field> = {
    hours: decimal({ min: 0.1, max: 999, scale: 1, unit: 'hour' }),
    pieces: { ...decimal({ min: 0.01, max: mostPieces }), ...(unit && { unit }) },
    note: text({ max: mostOwnNote }),
    photos: { ...task.fields.photos, max: mostOwnPhotos },
  }
  const item = (name: keyof Own, label: string, isWrong = false) => {
    const field = fields[name]
    const Input = inputs[field.kind]
    const isOnPhone = name === 'photos' && isFieldOn()
    const set = (next: unknown) => setValue((now) => ({ ...now, [name]: next }))
    return (
      <FieldItem name={name} label={label} mistake={isWrong ? mistake : undefined}>
        {(id) =>
          isOnPhone ? (
            <FieldPhotos
              id={id}
              value={value.photos as readonly EntryPhoto[]}
              max={mostOwnPhotos}
              onChange={set}
            />
          ) : (
            <Input
              id={id}
              entity={task}
              name={name}
              field={field}
              value={value[name]}
              disabled={deed.isBusy}
              onChange={set}
            />
          )
        }
      </FieldItem>
    )
  }
  return (
    <Dialog
      isLarge
      width={520}
      maskClosable={false}
      title={`${t('work:task.actions.reportOwn')} · ${title}`}
      okText={t('work:task.actions.reportOwn')}
      sending={deed}
      onOk={send}
      onClose={() => onClose(false)}
    >
      <p>{t('work:own.how')}</p>
      {unit && item('pieces', t('work:task.lines.hours.pieces'), true)}
      {item('hours', fieldLabel(t, task, 'hours'), !unit)}
      {item('note', t('work:task.lines.ownReports.note'))}
      {item('photos', fieldLabel(t, task, 'photos'))}
    </Dialog>
  )
}
