import { useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import type { ChartItem, PlanChart } from '#contract/plan/plan-calls.ts'
import { planItemStates } from '#contract/plan/plan-item.ts'
import { pushed, type Moved } from '#contract/plan/schedule.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Axis } from './Axis.tsx'
import { Bar } from './Bar.tsx'
import { Links } from './Links.tsx'
import { groundOf, leftOf, rowHeight, type Scale } from './place.ts'
import { useDrag } from './use-drag.ts'
import { useWindow } from './use-window.ts'
import './gantt.css'

interface Props {
  chart: PlanChart
  scale: Scale
  mayMove: boolean
  /** Days that are being saved. */
  wanted: readonly Moved[]
  onMove?: (moves: readonly Moved[]) => void
  onUndo?: () => void
  onOpen: (id: number) => void
  /** How a state is called, where bars are no items of a plan. */
  stateWord?: (state: ChartItem['state']) => string
  /** What the rows are. */
  heading?: string
}

/** The items with other days, and what would be pushed by them. */
function withMoves(items: readonly ChartItem[], moves: readonly Moved[]): readonly ChartItem[] {
  if (moves.length === 0) return items
  const put = (list: readonly ChartItem[], by: readonly Moved[]) => {
    const to = new Map(by.map((one) => [one.id, one]))
    return list.map((one) => ({ ...one, ...to.get(one.id) }))
  }
  const next = put(items, moves)
  const spans = next.map(({ afterIds, lagDays, state, ...one }) => ({
    ...one,
    after: afterIds,
    lag: lagDays,
    isFixed: state !== planItemStates.waiting,
  }))
  return put(next, pushed(spans))
}

/** The items on a line of time: who waits for whom, what must not slip, what was agreed. */
export default function Gantt(props: Props) {
  const { chart, scale, mayMove, wanted, onMove, onUndo, onOpen, stateWord } = props

  const t = useLabels({ module: 'plan' })
  const { today } = chart
  // The ground lies still while something is moved on it.
  const ground = useMemo(() => groundOf(chart.items, today, scale), [chart.items, today, scale])
  const { held, handlers } = useDrag(ground.width, (move) => onMove?.([move]))
  const items = useMemo(
    () => withMoves(chart.items, held ? [held] : wanted),
    [chart.items, held, wanted],
  )
  const { ref, first, last } = useWindow(items.length)
  // Once a scale, not whenever something on the line moves.
  const placed = useRef<typeof scale>(null)
  useLayoutEffect(() => {
    const box = ref.current
    if (!box || placed.current === scale) return
    placed.current = scale
    box.scrollLeft = Math.max(0, leftOf(ground, today) - box.clientWidth / 3)
  }, [scale, ground, today, ref])
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      event.preventDefault()
      onUndo?.()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')
    const next = Number(row?.dataset.row) + (event.key === 'ArrowDown' ? 1 : -1)
    const bar = ref.current?.querySelector<HTMLElement>(`[data-row='${next}'] .gantt-bar`)
    if (!bar) return
    event.preventDefault()
    bar.focus()
  }
  const width = ground.days * ground.width
  return (
    <div
      ref={ref}
      className="gantt"
      role="region"
      aria-label={t('plan:gantt.title')}
      onKeyDown={handleKey}
    >
      <div className="gantt-ground" style={{ inlineSize: `calc(var(--gantt-names) + ${width}px)` }}>
        <Axis ground={ground} heading={props.heading ?? t('plan:planItem.fields.title')} />
        <div className="gantt-rows" style={{ blockSize: items.length * rowHeight }}>
          <i
            className="gantt-today"
            aria-hidden="true"
            style={{
              insetInlineStart: `calc(var(--gantt-names) + ${leftOf(ground, today)}px)`,
              inlineSize: Math.max(2, ground.width),
            }}
          />
          <Links items={items} ground={ground} first={first} last={last} />
          {items.slice(first, last).map((item, at) => (
            <Bar
              key={item.id}
              item={item}
              row={first + at}
              ground={ground}
              canMove={mayMove && item.state === planItemStates.waiting}
              isHeld={held?.id === item.id}
              handlers={handlers}
              onOpen={onOpen}
              stateWord={stateWord}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
