import { Button, Checkbox, Pagination, Progress } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ChartItem } from '#contract/plan/plan-calls.ts'
import { planItem, planItemStates } from '#contract/plan/plan-item.ts'
import { taskScreen } from '#contract/work/task.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Marks } from './Marks.tsx'

const pageSize = 50

interface ItemListProps {
  items: readonly ChartItem[]
  /** Items may be chosen and given to people. */
  mayRelease: boolean
  onRelease: (ids: readonly number[]) => void
  onOpen: (id: number) => void
}

/** The items of a plan one below the other, to be chosen and given to people. */
export function ItemList({ items, mayRelease, onRelease, onOpen }: ItemListProps) {
  const t = useLabels(planItem)
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const shown = items.slice((page - 1) * pageSize, page * pageSize)
  const open = items.filter(({ id, state }) => chosen.has(id) && state === planItemStates.waiting)
  if (items.length === 0)
    return (
      <EmptyState variant="noData" height={240}>
        {t('plan:nothing')}
      </EmptyState>
    )
  const toggle = (id: number, isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before)
      if (isChosen) next.add(id)
      else next.delete(id)
      return next
    })
  return (
    <div className="plan-items">
      {mayRelease && open.length > 0 && (
        <p className="plan-chosen">
          <Button
            type="primary"
            onClick={() => {
              onRelease(open.map(({ id }) => id))
              setChosen(new Set())
            }}
          >
            {t('plan:release.chosen', { count: open.length })}
          </Button>
          <Button onClick={() => setChosen(new Set())}>{t('common:buttons.cancel')}</Button>
        </p>
      )}
      <table>
        <thead>
          <tr>
            {mayRelease && <th aria-label={t('plan:release.choose')} />}
            {['title', 'taskTypeId', 'startsOn', 'endsOn', 'progress', 'state', 'leaderId'].map(
              (name) => (
                <th key={name} scope="col">
                  {fieldLabel(t, planItem, name)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((item) => (
            <tr key={item.id}>
              {mayRelease && (
                <td>
                  <Checkbox
                    aria-label={t('plan:release.chooseOne', { title: item.title })}
                    disabled={item.state !== planItemStates.waiting}
                    checked={chosen.has(item.id)}
                    onChange={({ target }) => toggle(item.id, target.checked)}
                  />
                </td>
              )}
              <td data-name="title">
                <Button type="link" onClick={() => onOpen(item.id)}>
                  {item.title}
                </Button>
                {item.taskId !== null && (
                  <Link to={`${taskScreen.route}?open=show&id=${item.taskId}`}>
                    {t('plan:toTask')}
                  </Link>
                )}
              </td>
              <td>{item.taskTypeName}</td>
              <td className="kit-number">{item.startsOn}</td>
              <td className="kit-number">
                {item.endsOn}
                {(item.slipDays ?? 0) !== 0 && item.baselineEndsOn && (
                  <small>{t('plan:agreed', { day: item.baselineEndsOn })}</small>
                )}
              </td>
              <td>
                <Progress percent={item.progress} size="small" aria-label={item.title} />
              </td>
              <td>
                <Marks item={item} />
              </td>
              <td>
                {item.leaderName}
                {item.people !== null && <small>{t('plan:people', { count: item.people })}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {items.length > pageSize && (
        <Pagination
          size="small"
          current={page}
          pageSize={pageSize}
          total={items.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </div>
  )
}
