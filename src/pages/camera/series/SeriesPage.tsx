import { Select } from 'antd'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { cameraPictures, type CameraPicture } from '#contract/camera/capture.ts'
import { allCameras } from '#contract/camera/viewing.ts'
import { cameraTimerScreen } from '#contract/camera/timer.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import DayRange from '#src/kit/fields/date/DayRange.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Compare } from './Compare.tsx'
import { FilmMenu } from './FilmMenu.tsx'
import { Strip } from './Strip.tsx'
import './series.css'

/** The same spot over a season: a camera's pictures by day, two of them one over the other. */
export default function SeriesPage() {
  const t = useLabels({ module: 'camera' })
  const base = useCurrentBase()
  const [search, setSearch] = useSearchParams()
  const cameras = useCall(allCameras, {})
  const shown = useMemo(
    () => (cameras.data ?? []).filter(({ areaId }) => base === null || areaId === base),
    [cameras.data, base],
  )
  const cameraId = Number(search.get('camera')) || shown[0]?.id || null
  const [from, to] = [search.get('from') ?? undefined, search.get('to') ?? undefined]
  const pictures = useCall(
    cameraPictures,
    cameraId === null ? null : { cameraId, ...(from && { from }), ...(to && { to }) },
  )
  const change = (values: Record<string, string | number | null | undefined>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values))
          if (value) next.set(name, String(value))
          else next.delete(name)
        return next
      },
      { replace: true },
    )
  if (cameras.error)
    return <LoadFailed error={cameras.error} onRetry={() => void cameras.refetch()} />
  if (!cameras.data) return <ListSkeleton rows={6} />
  const rows = pictures.data ?? []
  const chosen = (name: 'left' | 'right', otherwise: CameraPicture | undefined) =>
    rows.find(({ id }) => id === Number(search.get(name))) ?? otherwise
  const [left, right] = [chosen('left', rows[0]), chosen('right', rows.at(-1))]
  return (
    <section className="series" aria-label={t('menus:screens.cameraSeries')}>
      <div className="series-bar">
        <Select
          aria-label={t('camera:series.camera')}
          className="series-camera"
          showSearch
          optionFilterProp="label"
          placeholder={t('camera:series.choose')}
          value={cameraId}
          onChange={(camera: number) => change({ camera, left: null, right: null })}
          options={shown.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <span className="series-days">
          <DayRange
            id="series-days"
            value={[from, to]}
            onChange={(days) => {
              const [first, last] = (days as string[] | undefined) ?? []
              change({ from: first, to: last, left: null, right: null })
            }}
          />
        </span>
        {rows.length > 1 && cameraId !== null && (
          <FilmMenu camera={cameraId} from={rows[0]!.day} to={rows.at(-1)!.day} />
        )}
        {rows.length > 0 && <span>{t('camera:series.count', { count: rows.length })}</span>}
      </div>
      {pictures.error && (
        <LoadFailed error={pictures.error} onRetry={() => void pictures.refetch()} />
      )}
      {pictures.isLoading && <ListSkeleton rows={4} />}
      {pictures.data && rows.length === 0 && (
        <EmptyState variant="noData" height={320}>
          <p>{t('camera:series.none')}</p>
          <p>
            <Link to={cameraTimerScreen.route}>{t('camera:series.timers')}</Link>
          </p>
        </EmptyState>
      )}
      {left && right && (
        <>
          <Compare left={left} right={right} />
          <Strip
            pictures={rows}
            left={left.id}
            right={right.id}
            onLeft={(id) => change({ left: id })}
            onRight={(id) => change({ right: id })}
          />
        </>
      )}
    </section>
  )
}
