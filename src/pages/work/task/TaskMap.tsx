import { theme } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { task } from '#contract/work/task.ts'
import { TaskCard } from '#src/features/work/TaskCard.tsx'
import { TaskState, toneOfTask } from '#src/features/work/TaskState.tsx'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import Plots, { type Plot } from '#src/kit/map/Plots.tsx'
import { usePlotsAround } from '#src/kit/map/input/use-plots-around.ts'
import { withOpened } from '#src/kit/record/use-opened.ts'
import type { Tone } from '#src/ui/StatusTag.tsx'
import { plotsOf, tasksByPlot } from './tasks-by-plot.ts'
import './task.css'

/** Tasks on their plots, in the colour of where they stand; a click opens one, or names the several. */
export default function TaskMap({ rows }: { rows: readonly Row[] }) {
  const t = useLabels(task)
  const { token } = theme.useToken()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { plots: drawn, isPending } = usePlotsAround()
  const [chosen, setChosen] = useState<number | null>(null)
  const on = useMemo(() => tasksByPlot(rows), [rows])
  const plots = useMemo((): Plot[] => {
    const colors: Readonly<Record<Tone, string>> = {
      good: token.colorSuccess,
      warn: token.colorWarning,
      bad: token.colorError,
      info: token.colorInfo,
      quiet: token.colorTextTertiary,
    }
    return drawn.flatMap(({ id, title, corners }) => {
      const its = on.get(id)
      if (!its) return []
      const said = its.length === 1 ? String(its[0]!.title) : String(its.length)
      return [{ id, title: `${title} · ${said}`, corners, color: colors[toneOfTask(its[0]!)] }]
    })
  }, [drawn, on, token])
  const addressOf = useCallback(
    (id: number) => `?${withOpened(search, { kind: 'show', id })}`,
    [search],
  )
  const pick = useCallback(
    (land: number) => {
      const its = on.get(land) ?? []
      if (its.length === 1) void navigate(addressOf(its[0]!.id))
      setChosen(its.length > 1 ? land : null)
    },
    [on, navigate, addressOf],
  )
  if (isPending) return <ListSkeleton />
  const seen = new Set(plots.map(({ id }) => id))
  const shown = rows.filter((row) => plotsOf(row).some((land) => seen.has(land)))
  const states = [...new Map(shown.map((row) => [stateName(row), row])).values()]
  const several = chosen === null ? [] : (on.get(chosen) ?? [])
  return (
    <figure className="map-fact map-list">
      <Plots
        // Another set of plots is another piece of the earth.
        key={plots.map(({ id }) => id).join()}
        plots={plots}
        label={t('work:views.map')}
        onPick={pick}
      />
      <figcaption className="task-map-note">
        <span>
          {t('work:map.shown', { count: shown.length, rest: rows.length - shown.length })}
        </span>
        {states.map((row) => (
          <TaskState key={stateName(row)} row={row} />
        ))}
      </figcaption>
      {several.length > 0 && (
        <section
          className="task-map-several"
          aria-label={drawn.find(({ id }) => id === chosen)?.title}
          aria-live="polite"
        >
          <h3>{drawn.find(({ id }) => id === chosen)?.title}</h3>
          <ul>
            {several.map((row) => (
              <li key={row.id}>
                <TaskCard row={row} to={addressOf(row.id)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </figure>
  )
}
const stateName = ({ overdueFlag, approvalFlag, state }: Row) =>
  overdueFlag === 1 ? 'overdue' : approvalFlag === 1 ? 'approval' : String(state)
