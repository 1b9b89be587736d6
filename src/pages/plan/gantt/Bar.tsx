import type { ChartItem } from '#contract/plan/plan-calls.ts'
import { planItem, planItemStates } from '#contract/plan/plan-item.ts'
import { codeName, optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { leftOf, rowHeight, widthOf, type Ground } from './place.ts'
import type { useDrag } from './use-drag.ts'

interface Props {
  item: ChartItem
  row: number
  ground: Ground
  canMove: boolean
  isHeld: boolean
  handlers: ReturnType<typeof useDrag>['handlers']
  onOpen: (id: number) => void
  stateWord: ((state: ChartItem['state']) => string) | undefined
}

/** What an item is, in a sentence: for who does not see its bar, and who hovers over it. */
function useSentence(stateWord: Props['stateWord']) {
  const t = useLabels(planItem)
  const usual = (state: ChartItem['state']) =>
    optionLabel(t, planItem, 'state', codeName(planItem.fields.state.codes, state) ?? '')
  return (item: ChartItem) =>
    [
      item.title,
      t('plan:gantt.days', { from: item.startsOn, to: item.endsOn }),
      (stateWord ?? usual)(item.state),
      item.state === planItemStates.inProgress && `${item.progress} %`,
      item.lateFlag === 1 && t('plan:marks.late'),
      (item.slipDays ?? 0) > 0 && t('plan:marks.slip', { count: item.slipDays! }),
      item.slack === 0 && t('plan:marks.critical'),
      item.locks.length > 0 && t('plan:marks.locked'),
      item.leaderName,
    ]
      .filter(Boolean)
      .join(t('plan:comma'))
}

/** One item: its name, its bar, and beneath it what was agreed. */
export function Bar(props: Props) {
  const { item, row, ground, canMove, isHeld, handlers, onOpen, stateWord } = props
  const sentence = useSentence(stateWord)(item)
  const { baselineStartsOn: from, baselineEndsOn: to } = item
  const place = (start: string, end: string) => ({
    insetInlineStart: leftOf(ground, start),
    inlineSize: widthOf(ground, start, end),
  })
  return (
    <div
      className="gantt-row"
      data-row={row}
      style={{ insetBlockStart: row * rowHeight, blockSize: rowHeight }}
    >
      <button type="button" className="gantt-name" tabIndex={-1} onClick={() => onOpen(item.id)}>
        {item.title}
      </button>
      <div className="gantt-line">
        {from && to && <i className="gantt-baseline" style={place(from, to)} />}
        <button
          type="button"
          className="gantt-bar"
          data-state={item.state}
          data-late={item.lateFlag === 1 || undefined}
          data-critical={item.slack === 0 || undefined}
          data-held={isHeld || undefined}
          data-moves={canMove || undefined}
          aria-label={sentence}
          title={sentence}
          style={place(item.startsOn, item.endsOn)}
          onClick={(event) => event.detail === 0 && onOpen(item.id)}
          onDoubleClick={() => onOpen(item.id)}
          {...(canMove && handlers(item))}
        >
          <i className="gantt-progress" style={{ inlineSize: `${item.progress}%` }} />
          {canMove && <i className="gantt-grip" data-part="start" />}
          {canMove && <i className="gantt-grip" data-part="end" />}
        </button>
        {item.locks.length > 0 && (
          <i
            className="gantt-lock"
            aria-hidden="true"
            style={{ insetInlineStart: leftOf(ground, item.startsOn) - 14 }}
          >
            !
          </i>
        )}
      </div>
    </div>
  )
}
