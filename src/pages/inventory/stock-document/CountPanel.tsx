import { Alert, Button, Segmented } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { recountLines, refreshBooks } from '#contract/inventory/document-calls.ts'
import type { ProductUnit } from '#contract/inventory/product-unit.ts'
import type { Entity } from '#contract/entity.ts'
import { useSend } from '#src/kit/calls/use-send.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { lineLabel } from '#src/kit/definition/label.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { packsText } from '#src/features/inventory/packs.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { confirm } from '#src/ui/confirm.ts'
import { CountCell } from './CountCell.tsx'
import { lineFor } from './count-find.ts'
import { itemByCode } from './find-item.ts'
import { FoundDialog } from './FoundDialog.tsx'
import { ItemPicker } from './ItemPicker.tsx'
import { ScanButton } from './ScanButton.tsx'
import type { Item } from './goods.ts'
import { UnknownCodes } from './UnknownCodes.tsx'
import { useCounting } from './use-queued-count.ts'
import { useDocumentNews } from './use-move.ts'
import { useUnknown } from './use-unknown.ts'
import '#src/features/inventory/goods.css'

interface Line {
  id: number
  skuId: number
  skuIdName: string
  skuCode: string | null
  unitName: string | null
  units?: readonly ProductUnit[]
  lot: string | null
  booked: number | null
  counted: number | null
  difference: number | null
  moved: number | null
  countedBy: string | null
  countedAt: string | null
}
const shown = ['all', 'left', 'differing'] as const
const noAmong = {}
const none: readonly Line[] = []

/**
 * Counting, by several people at once and with a phone in the hand: what is entered is kept at
 * once, or waits for the connection.
 */
export default function CountPanel({
  resource,
  row,
  onChanged,
}: {
  resource: Pick<AnyResource, 'entity' | 'screen'>
  row: Row
  onChanged: () => void
}) {
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const zone = useTimeZone()
  const unitName = useUnitName()
  const {
    i18n: { language },
  } = useTranslation()
  const box = useRef<HTMLOListElement>(null)
  const news = useDocumentNews(resource)
  const again = useCallback(() => void news().then(onChanged), [news, onChanged])
  const lines = (row.goods ?? none) as readonly Line[]
  const { waiting, counts, problem, others, count, settle } = useCounting(row.id, lines, again)
  const { send, isBusy, problem: refused } = useSend()
  const [view, setView] = useState<(typeof shown)[number]>('all')
  const { unknown, keep, hear, clear } = useUnknown()
  // The unit in which each line is counted, while the sheet is open: what is kept is of the stock
  // unit.
  const [units, setUnits] = useState<Readonly<Record<number, number | null>>>({})
  const [found, setFound] = useState<Item>()
  const wanted = useRef<number>(undefined)
  const picker = useRef<{ focus: () => void }>(null)
  const packsOf = (line: Line, quantity: number | null) => {
    const text =
      quantity === null
        ? ''
        : packsText(
            (line.units ?? []).map((one) => ({
              ...one,
              quantity: Math.round((quantity / one.ratio) * 1000) / 1000,
            })),
            unitName,
            language,
          )
    return text && <small>{text}</small>
  }
  const countOf = (line: Line) => (line.id in counts ? counts[line.id]! : line.counted)
  const isCounted = (line: Line) => countOf(line) !== null
  const isDiffering = (line: Line) => line.difference !== null && line.difference !== 0
  const done = lines.filter(isCounted).length
  const moved = lines.filter((line) => line.moved !== null && line.moved !== 0)
  const visible = lines.filter(
    (line) => view === 'all' || (view === 'left' ? !isCounted(line) : isDiffering(line)),
  )
  const focus = (lineId: number) =>
    requestAnimationFrame(() => {
      const input = box.current?.querySelector<HTMLInputElement>(`input[data-line="${lineId}"]`)
      input?.scrollIntoView({ block: 'center' })
      input?.focus()
      input?.select()
    })
  // A line that was just added is there when the sheet has been read again.
  useEffect(() => {
    if (!lines.some(({ id }) => id === wanted.current)) return
    focus(wanted.current!)
    wanted.current = undefined
  })
  const find = (item: Item) => {
    const line = lineFor(lines, item, isCounted)
    if (!line) return setFound(item)
    // A bag that was read is counted in bags.
    if (item.scannedUnitId) setUnits((now) => ({ ...now, [line.id]: item.scannedUnitId! }))
    setView('all')
    focus(line.id)
  }
  const findCode = async (code: string) => {
    const item = await itemByCode(code)
    if (item) find(item)
    else keep(code)
    return item ? item.name : null
  }
  const ask = async (what: 'recount' | 'refresh') => {
    if (
      !(await confirm({
        title: t(`inventory:count.${what}`),
        body: t(`inventory:count.${what}Note`),
        go: t(`inventory:count.${what}`),
      }))
    )
      return
    await send(what === 'recount' ? recountLines : refreshBooks, { id: row.id }, { onDone: again })
  }
  return (
    <section className="count" aria-label={t('inventory:count.title')}>
      <div className="count-tools">
        <strong role="status">
          {t('inventory:count.progress', { done, count: lines.length })}
        </strong>
        <Segmented
          aria-label={t('common:shownAs')}
          value={view}
          onChange={setView}
          options={shown.map((value) => ({ value, label: t(`inventory:count.view.${value}`) }))}
        />
        {lines.some(isDiffering) && (
          <Button disabled={isBusy} onClick={() => void ask('recount')}>
            {t('inventory:count.recount')}
          </Button>
        )}
        {moved.length > 0 && (
          <Button disabled={isBusy} onClick={() => void ask('refresh')}>
            {t('inventory:count.refresh')}
          </Button>
        )}
      </div>
      <div className="goods-foot">
        <ItemPicker
          ref={picker}
          id="count-find"
          among={noAmong}
          onPick={find}
          onScan={find}
          onUnknown={hear}
        />
        <ScanButton onCode={findCode} />
      </div>
      <UnknownCodes codes={unknown} onClose={clear} />
      {(problem ?? refused) && <Alert type="warning" showIcon message={problem ?? refused} />}
      {moved.length > 0 && (
        <Alert type="info" showIcon message={t('inventory:count.moved', { count: moved.length })} />
      )}
      <ol ref={box} className="count-lines">
        {visible.map((line) => (
          <li
            key={line.id}
            data-state={line.id in waiting ? 'waiting' : isCounted(line) ? 'counted' : 'left'}
          >
            <div className="count-name">
              <strong>{line.skuIdName}</strong>
              <small>{[line.skuCode, line.lot].filter(Boolean).join(' · ')}</small>
              {line.countedBy && (
                <small>
                  {line.countedBy} {line.countedAt && momentOf(line.countedAt, zone).slice(5, 16)}
                </small>
              )}
            </div>
            {line.booked !== null && (
              <span className="count-fact">
                <small>{lineLabel(t, entity, 'goods', 'booked')}</small>
                <span className="kit-number">{line.booked}</span>
                {packsOf(line, line.booked)}
              </span>
            )}
            {isDiffering(line) && (
              <span className={`count-fact ${line.difference! > 0 ? 'goods-gain' : 'goods-loss'}`}>
                <small>{lineLabel(t, entity, 'goods', 'difference')}</small>
                <span className="kit-number">
                  {line.difference! > 0 ? `+${line.difference}` : line.difference}
                </span>
              </span>
            )}
            <label className="count-entry">
              <span className="visually-hidden">{`${lineLabel(t, entity, 'goods', 'counted')} ${line.skuIdName}`}</span>
              <CountCell
                lineId={line.id}
                ratio={line.units?.find(({ unitId }) => unitId === units[line.id])?.ratio}
                unit={unitName(line.unitName)}
                value={countOf(line)}
                onCount={(value) => count(line, value)}
                onNext={() => {
                  const next = visible[visible.indexOf(line) + 1]
                  if (next) focus(next.id)
                }}
              />
              {(line.units ?? []).length === 0 ? (
                <small>{unitName(line.unitName)}</small>
              ) : (
                <select
                  className="goods-unit"
                  aria-label={`${lineLabel(t, entity, 'goods', 'unitId')} ${line.skuIdName}`}
                  value={units[line.id] ?? ''}
                  onChange={({ target }) =>
                    setUnits({ ...units, [line.id]: Number(target.value) || null })
                  }
                >
                  <option value="">{unitName(line.unitName)}</option>
                  {line.units!.map(({ unitId, unitIdName }) => (
                    <option key={unitId} value={unitId}>
                      {unitName(unitIdName)}
                    </option>
                  ))}
                </select>
              )}
            </label>
            {others[line.id] && (
              <div className="count-other" role="alert">
                <span>
                  {others[line.id]!.counted === null
                    ? t('inventory:count.otherBlind', { name: others[line.id]!.countedBy })
                    : t('inventory:count.other', {
                        name: others[line.id]!.countedBy,
                        counted: others[line.id]!.counted!,
                      })}
                </span>
                <Button size="small" onClick={() => settle(line, false)}>
                  {t('inventory:count.keep')}
                </Button>
                <Button size="small" onClick={() => settle(line, true)}>
                  {t('inventory:count.replace', { counted: countOf(line) ?? '–' })}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
      {found && (
        <FoundDialog
          id={row.id}
          item={found}
          lines={lines}
          onClose={(lineId) => {
            setFound(undefined)
            if (lineId === undefined) return picker.current?.focus()
            setView('all')
            wanted.current = lineId
            again()
          }}
        />
      )}
      {visible.length === 0 && <p>{t('inventory:count.nothing')}</p>}
    </section>
  )
}
