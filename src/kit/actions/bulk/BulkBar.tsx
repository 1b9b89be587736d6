import { CloseOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { allowed } from '#contract/entity.ts'
import { confirm } from '#src/ui/confirm.ts'
import { runBulk, runTogether, type BulkResult } from './bulk.ts'
import { BulkOutcome } from './BulkOutcome.tsx'
import { isDangerous } from '#src/kit/actions/actions.ts'
import { actionLabel } from '#src/kit/definition/label.ts'
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
  const open = (action: string) => chosen.filter((row) => allowed(entity, action, row))
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
    const taken = open(action)
    const closed = chosen
      .filter((row) => !taken.includes(row))
      .map((row) => ({ row, sentence: t('kit:list.stateRefuses') }))
    const say = (error: unknown) => sentenceOf(t, error).text
    const outcome = entity.batchActions?.includes(action)
      ? await runTogether(taken, () => actAll(action, taken), say)
      : await runBulk(taken, (row) => act(action, row), say)
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
          <strong>{t('kit:list.selected', { count: selected.length })}</strong>
          {list.bulkActions
            ?.filter((action: string) => may[action] && open(action).length > 0)
            .map((action: string) => (
              <button
                key={action}
                type="button"
                className={isDangerous(action) ? 'kit-bulk-danger' : undefined}
                aria-busy={busy === action}
                disabled={busy !== undefined}
                onClick={() => void run(action)}
              >
                {list.bulkWords?.[action]?.(t, chosen) ??
                  t('kit:list.bulkAction', {
                    action: actionLabel(t, entity, action),
                    count: open(action).length,
                  })}
              </button>
            ))}
          {PrintRows && (
            <button type="button" onClick={() => setPrinting(true)}>
              {t('kit:print.print')}
            </button>
          )}
          {list.rowActions?.includes('show') && (
            <button type="button" onClick={() => setLabelling(true)}>
              {t('kit:print.labels')}
            </button>
          )}
          <button
            type="button"
            aria-label={t('kit:list.clearSelection')}
            title={t('kit:list.clearSelection')}
            onClick={() => onSelect([])}
          >
            <CloseOutlined />
          </button>
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
