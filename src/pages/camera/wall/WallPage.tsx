import { Button, Segmented, Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { cameraTree, type CameraBrief } from '#contract/camera/viewing.ts'
import { patrolSeconds, wallLayouts, wallSizes, type WallSize } from '#contract/camera/layout.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import CameraDialog from '#src/features/camera/CameraDialog.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LineIcon } from '#src/ui/LineIcon.tsx'
import { CameraTree } from './CameraTree.tsx'
import { LayoutBar } from './LayoutBar.tsx'
import { WallCell } from './WallCell.tsx'
import { putAt, readWall, writeWall, type Wall } from './wall-place.ts'
import './wall.css'

/** Many cameras at a time: dragged from the tree, kept as layouts, gone through page by page. */
export default function WallPage() {
  const t = useLabels({ module: 'camera' })
  const base = useCurrentBase()
  const tree = useCall(cameraTree, {})
  const layouts = useCall(wallLayouts, {})
  const [search, setSearch] = useSearchParams()
  const [enlarged, setEnlarged] = useState<CameraBrief | null>(null)
  const known = useMemo(
    () => new Set((tree.data ?? []).flatMap((one) => one.cameras.map(({ id }) => id))),
    [tree.data],
  )
  const bases = useMemo(
    () => (tree.data ?? []).filter(({ areaId }) => base === null || areaId === base),
    [tree.data, base],
  )
  const cameras = useMemo(
    () => new Map(bases.flatMap((one) => one.cameras).map((one) => [one.id, one])),
    [bases],
  )
  // An address that names a layout alone shows it as it is kept.
  const named = search.has('cameras')
    ? undefined
    : layouts.data?.find(({ id }) => String(id) === search.get('layout'))
  const read = readWall(search, named?.cameraIds ?? [...cameras.keys()])
  const wall: Wall = named
    ? {
        ...read,
        size: named.size as Wall['size'],
        patrol: named.patrolSeconds as Wall['patrol'],
      }
    : read
  const change = (next: Partial<Wall>) =>
    setSearch((before) => writeWall(before, { ...wall, ...next }), { replace: true })
  // A layout may hold cameras of bases that are not looked at now: they stay in it.
  const kept = wall.cameraIds.filter((id) => known.has(id))
  const shown = kept.filter((id) => cameras.has(id))
  const pages = Math.max(1, Math.ceil(shown.length / wall.size))
  const page = Math.min(wall.page, pages - 1)
  usePatrol(enlarged ? 0 : wall.patrol, pages, () => change({ page: (page + 1) % pages }))
  if (tree.error) return <LoadFailed error={tree.error} onRetry={() => void tree.refetch()} />
  if (!tree.data) return <ListSkeleton rows={6} />
  if (cameras.size === 0)
    return (
      <EmptyState variant="noData" height={400}>
        <p>{t('camera:wall.empty')}</p>
      </EmptyState>
    )
  const cells = Array.from({ length: wall.size }, (_, i) => shown[page * wall.size + i] ?? null)
  const put = (id: number, place: number) =>
    change({ cameraIds: putAt(kept, shown, id, page * wall.size + place), layout: null })
  const toggle = (id: number) =>
    change({
      cameraIds: kept.includes(id) ? kept.filter((one) => one !== id) : [...kept, id],
      layout: null,
    })
  return (
    <section className="wall" aria-label={t('camera:wall.title')}>
      <CameraTree bases={bases} chosen={shown} onToggle={toggle} />
      <div className="wall-main">
        <div className="wall-bar" role="toolbar" aria-label={t('camera:wall.controls')}>
          <Segmented<WallSize>
            aria-label={t('camera:wall.size')}
            value={wall.size}
            onChange={(size) => change({ size, page: 0 })}
            options={wallSizes.map((value) => ({ value, label: String(value) }))}
          />
          <Select
            aria-label={t('camera:wall.patrol')}
            value={wall.patrol}
            onChange={(patrol) => change({ patrol })}
            options={patrolSeconds.map((value) => ({
              value,
              label: value ? t('camera:wall.every', { seconds: value }) : t('camera:wall.byHand'),
            }))}
            popupMatchSelectWidth={false}
          />
          <LayoutBar
            wall={{ ...wall, cameraIds: kept }}
            layouts={layouts.data ?? []}
            onChoose={change}
          />
          {pages > 1 && (
            <span className="wall-pages">
              <Button
                aria-label={t('camera:wall.before')}
                icon={<LineIcon name="left" />}
                onClick={() => change({ page: (page + pages - 1) % pages })}
              />
              {t('camera:wall.page', { page: page + 1, pages })}
              <Button
                aria-label={t('camera:wall.next')}
                icon={<LineIcon name="right" />}
                onClick={() => change({ page: (page + 1) % pages })}
              />
            </span>
          )}
        </div>
        <ol className="wall-grid" data-size={wall.size}>
          {cells.map((id, place) => (
            <WallCell
              key={id ?? `empty-${place}`}
              camera={id === null ? null : cameras.get(id)!}
              isPaused={enlarged !== null}
              onDrop={(dropped) => put(dropped, place)}
              onEnlarge={setEnlarged}
              onRemove={() => id !== null && toggle(id)}
            />
          ))}
        </ol>
      </div>
      {enlarged && (
        <CameraDialog camera={enlarged} clarity="hd" onClose={() => setEnlarged(null)} />
      )}
    </section>
  )
}

/** Turns the page every so many seconds, while the page can be seen. */
function usePatrol(seconds: number, pages: number, turn: () => void): void {
  useEffect(() => {
    if (seconds === 0 || pages < 2) return
    const timer = setTimeout(() => document.visibilityState !== 'hidden' && turn(), seconds * 1000)
    return () => clearTimeout(timer)
  })
}
