import { useOne } from '@refinedev/core'
import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '#contract/field.ts'
import { taskMoves } from '#contract/work/task-calls.ts'
import { task, taskScreen } from '#contract/work/task.ts'
import type { PlotLock } from '#contract/farm/plot-lock.ts'
import { Waiver } from '#src/features/farm/Waiver.tsx'
import { useWaiver } from '#src/features/farm/use-waiver.ts'
import { again, isFieldOn } from '#src/api/field/field.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import type { ActionDialogProps, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FieldPhotos } from '#src/kit/calls/field/FieldPhotos.tsx'
import { inputs } from '#src/kit/fields/inputs.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import type { Entry, EntryPhoto } from '#src/lib/field/entry.ts'
import { saidMistakes } from './asked.ts'
import { ActPlaceBox } from './ActPlaceBox.tsx'
import { showMistake } from '#src/ui/show-mistake.ts'
import { lotsIn } from './find-lots.ts'
import { pieceUnitOf, workLines } from './pieces.ts'
import { mistakesOf, sentOf, type ReportName } from './report.ts'
import { ReportAsks } from './ReportAsks.tsx'
import { ScanGoods, withScanned } from './ScanGoods.tsx'
import { subjectOf } from './subject.ts'
import { suggestLots } from './suggest-lots.ts'
import { useDeed } from '#src/kit/calls/field/use-deed.ts'
import { useActPlace } from './use-act-place.ts'
import { isWeighed, unitOf, useProduce, weightSaid } from './use-produce.ts'
import { Expired } from './Expired.tsx'
import { useExpired } from './use-expired.ts'
import { useReport } from './use-report.ts'
import { useToday } from '#src/kit/fields/date/use-today.ts'

interface Props extends ActionDialogProps {
  /** A report that was stopped on its way, to be changed and sent again. */
  entry?: Entry | undefined
}
/** Reports a task as finished: hours, what was used and picked, pictures. */
export default function FinishDialog(props: Props) {
  const { row, entry } = props
  // A row of a list does not say what was planned; a report that waits says all itself.
  return row.materials === undefined && !entry ? <Loaded {...props} /> : <Finish {...props} />
}
function Loaded(props: Props) {
  const { result, query } = useOne<Row>({
    resource: taskScreen.name,
    id: props.row.id,
    queryOptions: { retry: false, staleTime: 0 },
    errorNotification: false,
    liveMode: 'off',
  })
  if (!query.isFetchedAfterMount) return null
  return <Finish {...props} row={result ?? props.row} />
}
function Finish({ row, entry, onClose }: Props) {
  const t = useLabels(task)
  const { i18n } = useTranslation()
  const { value, set, drop, anew, isRestored } = useReport(row, entry)
  const [isChecked, setChecked] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const title = String(row.title)
  // A report that was stopped because of them says which.
  const waiver = useWaiver(entry?.problem?.detail.locks as readonly PlotLock[] | undefined)
  const expired = useExpired(entry?.problem?.detail.expired, value.used)
  const finish = useDeed(taskMoves.finish, {
    onRefused: (error) => {
      waiver.onRefused(error)
      expired.onRefused(error)
    },
    said: t('work:finished', { title }),
    onDone: async () => {
      await drop()
      onClose(true)
    },
  })
  const place = useActPlace()
  const today = useToday()
  const needed = Number(row.photoCount ?? 0)
  const unit = pieceUnitOf(row)
  const produce = useProduce(value.harvestSkuId)
  const weight = weightSaid(value, produce)
  const found = mistakesOf(t, row, value, needed, produce)
  const mistakes = isChecked ? found : {}
  const lacking = saidMistakes(t, row, value)
  const send = async () => {
    setChecked(true)
    if (Object.keys(found).length > 0 || lacking.checklist || lacking.ownFields.size > 0)
      return showMistake(box.current)
    const input = { ...sentOf(row, value), ...waiver.input, ...expired.inputFor(value.used) }
    const photos = value.photos as readonly EntryPhoto[]
    const { id, objectVersionNumber } = row
    if (entry) {
      const theirs = entry.problem?.theirs?.objectVersionNumber
      await again(entry.id, {
        // Where it was done does not change by being told again.
        input: { ...input, ...(entry.input.place ? { place: entry.input.place } : {}) },
        photos,
        version: typeof theirs === 'number' ? theirs : entry.version,
      })
      return onClose(true)
    }
    await finish.send(
      {
        kind: 'finish',
        subject: subjectOf(row),
        title: t('work:deeds.finish', { title }),
        input: { ...input },
        version: objectVersionNumber ?? null,
        photos,
      },
      { ...input, id, objectVersionNumber, photos: value.photos as string[] },
      place.found,
    )
  }
  /** The lots that end first are taken first. */
  const choose = async () => {
    const skuIds = [...new Set(value.used.flatMap(({ skuId }) => skuId ?? []))]
    if (value.warehouseId === null || skuIds.length === 0) return
    const lots = await lotsIn(value.warehouseId, skuIds, row.id)
    const wanted = skuIds.map((skuId) => ({
      skuId,
      quantity: value.used
        .filter((line) => line.skuId === skuId)
        .reduce((sum, { quantity }) => sum + (quantity ?? 0), 0),
    }))
    set('used')(suggestLots(wanted, lots, today))
  }
  const helpOf: Partial<Record<ReportName, string>> = {
    ...(unit && { hours: t('work:report.byPiece', { rate: row.pieceRate, unit }) }),
    waterUsed: t('work:report.waterHint'),
    harvestedKg:
      weight === null ? t('work:report.weighsUnknown') : t('work:report.weighs', { weight }),
  }
  const item = (name: ReportName, isRequired = false) => {
    const field: Field =
      name === 'hours'
        ? workLines(row, value.hours)
        : name === 'harvested'
          ? { ...task.fields.harvested, unit: unitOf(value, produce, i18n.language) }
          : task.fields[name]
    const Input = inputs[field.kind]
    const isOnPhone = name === 'photos' && isFieldOn()
    return (
      <FieldItem
        key={name}
        name={name}
        label={name === 'hours' && unit ? t('work:report.pieces') : fieldLabel(t, task, name)}
        help={helpOf[name]}
        required={isRequired}
        mistake={mistakes[name]}
      >
        {(id) =>
          isOnPhone ? (
            <FieldPhotos
              id={id}
              value={value.photos as readonly EntryPhoto[]}
              max={field.max ?? 1}
              onChange={set(name)}
            />
          ) : (
            <Input
              id={id}
              entity={task}
              name={name}
              field={field}
              value={value[name]}
              disabled={finish.isBusy}
              onChange={set(name)}
            />
          )
        }
      </FieldItem>
    )
  }
  return (
    <Dialog
      isLarge
      width={720}
      maskClosable={false}
      title={`${t('work:task.actions.finish')} · ${title}`}
      okText={t(
        waiver.isLocked || expired.lots.length > 0
          ? 'work:finishAnyway'
          : 'work:task.actions.finish',
      )}
      isDanger={waiver.isLocked}
      sending={finish}
      onOk={send}
      onClose={() => onClose(false)}
    >
      <div ref={box}>
        {isRestored && (
          <Alert
            type="info"
            showIcon
            className="kit-form-note"
            message={t('work:report.restored')}
            action={<Button onClick={anew}>{t('work:report.anew')}</Button>}
          />
        )}
        <ReportAsks
          row={row}
          said={value}
          mistakes={isChecked ? lacking : {}}
          isBusy={finish.isBusy}
          onChange={(name, next) => set(name)(next)}
        />
        {item('hours', true)}
        {item('warehouseId')}
        {item('used')}
        <p className="work-lots">
          <ScanGoods onFound={(skuId) => set('used')(withScanned(value.used, skuId))} />
          <Button
            size="large"
            disabled={value.warehouseId === null || value.used.every(({ skuId }) => skuId === null)}
            onClick={() => void choose().catch((error: unknown) => toastRefusal(t, error))}
          >
            {t('work:report.lots')}
          </Button>
        </p>
        {item('machines')}
        {item('waterUsed')}
        {item('photos', needed > 0)}
        {item('harvestSkuId')}
        {item('harvested')}
        {isWeighed(value, produce) && item('harvestedKg', weight === null && Boolean(row.batchId))}
        {item('reportNote')}
        <Waiver {...waiver} />
        <Expired lots={expired.lots} />
        {!entry && <ActPlaceBox {...place} />}
      </div>
    </Dialog>
  )
}
