import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { allowed } from '#contract/entity.ts'
import { confirm } from '#src/ui/confirm.ts'
import { runBulk, runTogether, type BulkResult } from './bulk.ts'
import { BulkOutcome } from './BulkOutcome.tsx'
import { actionLabel, commonActions } from '#src/kit/definition/label.ts'
import { bodyOf } from '#src/kit/actions/question.tsx'
import { sentenceOf } from '#src/kit/actions/refusal.ts'
import type { AnyResource, LazyDialog, Row } from '#src/kit/definition/resource.ts'
import type { Permissions } from '#src/kit/app/use-permissions.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { asks } from '#src/kit/actions/use-row-actions.tsx'
import { useRunAction } from '#src/kit/actions/use-run-action.ts'

const LabelDialog = lazy(() => import('#src/kit/print/LabelDialog.tsx'))

interface BulkBarProps {
  resource: AnyResource
  /** Every row that was seen while it was selected. */
  rows: ReadonlyMap<number, Row>
  selected: readonly number[]
  may: Permissions
  onSelect: (ids: number[]) => void
  onDone: (action: string, done: number[]) => void
  /** An action that asks for something first. */
  onAsk: (action: string, rows: readonly Row[]) => void
}

/** What can be done to the selected rows, and an honest account of what was. */
export function BulkBar({ resource, rows, selected, may, onSelect, onDone, onAsk }: BulkBarProps) {
  const { entity, list } = resource
  const t = useLabels(entity)
  const { act, actAll, refresh } = useRunAction(resource)
  const [busy, setBusy] = useState<string>()
  const [isLabelling, setLabelling] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const [PrintRows] = useState(() => (list.printRows ? lazy(list.printRows as LazyDialog) : null))
  const [result, setResult] = useState<BulkResult>()

  const chosen = selected.flatMap((id) => rows.get(id) ?? [])
  const run = async (action: string) => {
    const label = actionLabel(t, entity, action)
    if (asks(resource, action)) return onAsk(action, chosen)
    const isDanger = action.startsWith('delete')
    const title = isDanger
      ? t('kit:list.confirmBulkDelete')
      : t('kit:list.confirmAction', { action: label })
    const note = isDanger ? await resource.beforeDelete?.(chosen).catch(() => null) : null
    if (
      !(await confirm({
        title,
        body: bodyOf(t('kit:list.selected', { count: chosen.length }), note),
        go: label,
        isDanger,
      }))
    )
      return
    setBusy(action)
    const open = chosen.filter((row) => allowed(entity, action, row))
    const closed = chosen
      .filter((row) => !open.includes(row))
      .map((row) => ({ row, sentence: t('kit:list.stateRefuses') }))
    const say = (error: unknown) => sentenceOf(t, error).text
    const outcome = entity.batchActions?.includes(action)
      ? await runTogether(open, () => actAll(action, open), say)
      : await runBulk(open, (row) => act(action, row), say)
    setBusy(undefined)
    setResult({ done: outcome.done, refused: [...closed, ...outcome.refused] })
    onSelect([...closed, ...outcome.refused].map(({ row }) => row.id))
    onDone(action, outcome.done)
    await refresh()
  }
  if (selected.length === 0 && !result) return null
  return (
    <div className="kit-bulk" role="region" aria-label={t('kit:list.bulk')}>
      {selected.length > 0 && (
        <>
          <span>{t('kit:list.selected', { count: selected.length })}</span>
          {list.bulkActions
            ?.filter((action: string) => may[action])
            .map((action: string) => (
              <Button
                key={action}
                size="small"
                danger={action.startsWith('delete')}
                loading={busy === action}
                disabled={busy !== undefined}
                onClick={() => void run(action)}
              >
                {list.bulkWords?.[action]?.(t, chosen) ??
                  (commonActions.has(action)
                    ? t('kit:list.bulkAction', { action: actionLabel(t, entity, action) })
                    : actionLabel(t, entity, action))}
              </Button>
            ))}
          {PrintRows && (
            <Button size="small" onClick={() => setPrinting(true)}>
              {t('kit:print.print')}
            </Button>
          )}
          {list.rowActions?.includes('show') && (
            <Button size="small" onClick={() => setLabelling(true)}>
              {t('kit:print.labels')}
            </Button>
          )}
          <Button size="small" type="link" onClick={() => onSelect([])}>
            {t('kit:list.clearSelection')}
          </Button>
        </>
      )}
      {PrintRows && isPrinting && (
        <Suspense>
          <PrintRows
            row={rows.get(selected[0]!)!}
            rows={chosen}
            onClose={() => setPrinting(false)}
          />
        </Suspense>
      )}
      {isLabelling && (
        <Suspense>
          <LabelDialog resource={resource} rows={chosen} onClose={() => setLabelling(false)} />
        </Suspense>
      )}
      {result && (
        <BulkOutcome entity={entity} result={result} onClose={() => setResult(undefined)} />
      )}
    </div>
  )
}
