import { useEffect, useMemo, useRef, useState } from 'react'
import { land } from '#contract/farm/land.ts'
import { holeFault, outlineOf, type Position, type SeenGround } from '#contract/ground.ts'
import { placedKinds, saveMapPlaces, type PlacedKind } from '#contract/map/manage.ts'
import type { DigitalMap, MappedDevice } from '#contract/map/map.ts'
import { toast } from '#src/ui/toast.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useUnsaved } from '#src/kit/form/draft/unsaved.ts'
import { useScene } from '#src/kit/map/use-scene.ts'
import { unproject } from '#contract/map/projection.ts'
import { Ground, useGround } from '#src/kit/map/base/Ground.tsx'
import type { MapPlace } from '../map-place.ts'
import { EdgesLayer } from '../EdgesLayer.tsx'
import { MapText } from '../MapText.tsx'
import { OnMap } from '../OnMap.tsx'
import { PlotsLayer } from '../PlotsLayer.tsx'
import { SourceChoice } from '../SourceChoice.tsx'
import { Tools, type Tool } from '../Tools.tsx'
import { useAppearance } from '#src/kit/map/base/use-appearance.ts'
import { around, aroundOf, useFarmMap } from '../use-farm-map.ts'
import { useMapMoves } from '../use-map-moves.ts'
import { DraftBox } from './DraftBox.tsx'
import { exportGround } from './export-ground.ts'
import { faultSentence } from './fault-sentence.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { NewPlot } from './NewPlot.tsx'
import { OutlineEditor } from './OutlineEditor.tsx'
import { PickedBox } from './PickedBox.tsx'
import { PlacesPanel } from './PlacesPanel.tsx'
import { SaveBar } from './SaveBar.tsx'
import { useEditing } from './use-editing.ts'
import { isGround, keyOf, usePlaces, type ThingKey } from './use-places.ts'

interface ManageMapProps {
  base: number | null
  data: DigitalMap
  rows: readonly MappedDevice[]
  refetch: () => Promise<unknown>
}
const noAlarms = null
const plain: MapPlace = { at: null, by: 'type', off: ['alarms'], show: null, on: null, ground: 0 }
const noLevels: ReadonlyMap<number, number> = new Map()

export default function ManageMap({ base, data, rows, refetch }: ManageMapProps) {
  const t = useLabels({ module: 'map' })
  const places = usePlaces(data, rows)
  const { shown, shownRows, changes, history, step, byKey } = places
  const [source, setSource] = useState(0)
  const place = useMemo((): MapPlace => ({ ...plain, ground: source }), [source])
  const map = useFarmMap({ data: shown, rows: shownRows, alarms: noAlarms, place })
  const all = useMemo(() => aroundOf(data, rows), [data, rows])
  const first = useMemo(() => all.map(map.shownAt), [all, map.shownAt])
  const { box, scene, isPossible } = useScene(first, { isBare: true })
  const may = useMayPlace()
  const mayCreate = useGranted(land.permissions.create) ?? false
  const editing = useEditing(places)
  const { picked, draft, isPutting } = editing
  const [made, setMade] = useState<readonly Position[] | null>(null)
  const [isImporting, setImporting] = useState(false)
  const look = useAppearance()
  const ground = useGround()
  const clean = useUnsaved(changes.length > 0)
  const { send, isBusy } = useCallAction(saveMapPlaces, {
    said: t('map:manage.saved', { count: changes.length }),
    onDone: async () => {
      clean()
      step({ do: 'forget' })
      await refetch()
    },
  })
  const moves = useMapMoves({
    scene,
    projection: map.projection,
    plots: shown.plots,
    measured: draft ?? (isPutting ? noPoints : null),
    onMeasure: (points) => (isPutting ? editing.put(points.at(-1)!) : editing.setDraft(points)),
    onMove: () => undefined,
    onShow: (show) => editing.pick(show && byKey.get(`${show.kind}-${show.id}` as ThingKey)),
    onCluster: () => undefined,
  })
  const { fit } = moves
  // Another base is another piece of the earth; what is not saved stays.
  const shownBase = useRef(base)
  useEffect(() => {
    if (shownBase.current === base) return
    shownBase.current = base
    fit(all)
  }, [base, all, fit])
  useKeys(editing.handleKey)
  if (!isPossible) return <MapText data={data} rows={rows} levels={noLevels} />

  const outline = picked && places.outlineOf(keyOf(picked))
  const isMending =
    picked !== null && isGround(picked.kind) && !!outline && !draft && may(picked.kind)
  const tools: Tool[] = [
    { name: 'nearer', run: () => scene?.zoomIn() },
    { name: 'farther', run: () => scene?.zoomOut() },
    { name: 'fit', run: () => fit(all) },
  ]
  const goTo = (to: SeenGround | null, at: Position | null) =>
    to ? fit(outlineOf(to)) : at && fit(around(at))
  const finishDraft = () => {
    if (picked) editing.finish()
    else setMade(draft)
    editing.stop()
  }
  const save = () => {
    // What cannot be stored is looked at first: its box says why.
    const wrong = [...history.now.values()].find(({ to }) => to && holeFault(to))
    if (!wrong) return void send({ changes })
    editing.pick(wrong.thing)
    goTo(wrong.to, null)
  }
  return (
    <section className="farm-map map-manage" aria-label={t('menus:screens.map')}>
      <div
        ref={box}
        className="map-box farm-map-box"
        data-measuring={draft !== null || isPutting || undefined}
        data-tiles={map.source !== undefined || undefined}
        role="application"
        aria-label={t('map:box')}
        tabIndex={0}
        onKeyDown={moves.handleKey}
      />
      <div className="farm-map-bar">
        <SaveBar
          count={changes.length}
          canUndo={history.past.length > 0}
          canRedo={history.future.length > 0}
          isBusy={isBusy}
          mayCreate={mayCreate}
          mayImport={mayCreate || may('edge')}
          onUndo={() => step({ do: 'undo' })}
          onRedo={() => step({ do: 'redo' })}
          onSave={save}
          onForget={() => step({ do: 'forget' })}
          onNew={editing.beginNew}
          onImport={() => setImporting(true)}
          onExport={(kind) => {
            const drawn = kind === 'shapefile' ? shown.plots : [...shown.plots, ...shown.bases]
            if (drawn.every(({ corners }) => !corners))
              toast({ text: t('map:manage.noneDrawn'), tone: 'plain' })
            else void exportGround(shown, kind, t('menus:screens.land'))
          }}
        />
        {data.sources.length > 0 && (
          <SourceChoice sources={data.sources} ground={source} onChange={setSource} />
        )}
      </div>
      <Tools tools={tools} />
      <div className="farm-map-side">
        <PlacesPanel
          places={places}
          picked={picked && keyOf(picked)}
          onPick={(thing) => {
            editing.pick(thing)
            goTo(places.outlineOf(keyOf(thing)), thing.at)
          }}
        />
      </div>
      {scene && (
        <>
          <Ground scene={scene} ground={ground} source={map.source} look={look} />
          <EdgesLayer
            scene={scene}
            bases={shown.bases}
            project={map.shownAt}
            picked={picked?.kind === 'edge' ? picked.id : null}
          />
          <PlotsLayer
            scene={scene}
            plots={shown.plots}
            colours={map.colours}
            project={map.shownAt}
            picked={picked?.kind === 'plot' ? picked.id : null}
            isOverTiles={map.source !== undefined}
          />
          <OnMap
            scene={scene}
            data={shown}
            rows={shownRows}
            map={map}
            points={map.points}
            ground={map.source ? undefined : ground}
            hasAlarms={false}
            by={place.by}
            show={picked && { kind: picked.kind === 'edge' ? 'base' : picked.kind, id: picked.id }}
            measured={draft}
            onShow={({ kind, id }) => editing.pick(byKey.get(`${kind}-${id}` as ThingKey))}
            onCluster={moves.openCluster}
          />
          {isMending && (
            <OutlineEditor
              scene={scene}
              ground={outline}
              others={othersOf(shown, keyOf(picked))}
              project={map.shownAt}
              unproject={(at) => unproject(map.projection, at)}
              onLive={editing.setLive}
              onChange={(to) => editing.change(to)}
            />
          )}
        </>
      )}
      {draft && (
        <DraftBox
          name={picked?.name ?? null}
          isHole={editing.isHole}
          fault={editing.fault && faultSentence(t, editing.fault)}
          corners={draft}
          onChange={editing.setDraft}
          onAddMiddle={moves.addMiddle}
          onDone={finishDraft}
          onCancel={editing.stop}
        />
      )}
      {picked && !draft && (
        <PickedBox
          thing={picked}
          outline={editing.live ?? outline}
          isPutting={isPutting}
          mayEdit={may(picked.kind)}
          isChanged={history.now.has(keyOf(picked))}
          onDrop={() => step({ do: 'drop', key: keyOf(picked) })}
          onDraw={() => editing.setDraft(noPoints)}
          onDrawHole={() => {
            editing.beginHole()
            // On a phone the box of what is drawn lies over the lower half.
            if (matchMedia('(width < 768px)').matches)
              scene?.panBy(0, box.current!.clientHeight * upwards)
          }}
          onRemoveHole={editing.removeHole}
          onPut={editing.togglePutting}
          onTakeAway={() => editing.change(null)}
          onClose={() => editing.pick(null)}
        />
      )}
      {made && <NewPlot corners={made} onClose={() => setMade(null)} onMade={refetch} />}
      {isImporting && (
        <ImportDialog
          bases={data.bases}
          mayCreate={mayCreate}
          mayEdge={may('edge')}
          onClose={() => setImporting(false)}
          onMade={refetch}
          onEdge={(areaId, corners) => {
            const thing = byKey.get(`edge-${areaId}`)!
            step({ do: 'set', thing, to: corners })
            editing.pick(thing)
            goTo(corners, null)
            setImporting(false)
          }}
        />
      )}
    </section>
  )
}
const noPoints: readonly Position[] = []
/** So much of the map's height. */
const upwards = 0.18
const othersOf = ({ plots, bases }: DigitalMap, but: ThingKey) => [
  ...plots.flatMap(({ id, corners }) =>
    corners && but !== `plot-${id}` ? [outlineOf(corners)] : [],
  ),
  ...bases.flatMap(({ id, corners }) =>
    corners && but !== `edge-${id}` ? [outlineOf(corners)] : [],
  ),
]

/** Whether the user gives places to a kind of things. */
function useMayPlace(): (kind: PlacedKind) => boolean {
  const plot = useGranted(placedKinds.plot.permissions.edit) ?? false
  const base = useGranted(placedKinds.base.permissions.edit) ?? false
  const landmark = useGranted(placedKinds.landmark.permissions.edit) ?? false
  const device = useGranted(placedKinds.device.permissions.edit) ?? false
  return (kind) => ({ plot, base, edge: base, landmark, device })[kind]
}

/** Keys that hold on the whole page, but where something is typed. */
function useKeys(handle: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    addEventListener('keydown', handle)
    return () => removeEventListener('keydown', handle)
  }, [handle])
}
