import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { holeFault, outlineOf, type Position, type SeenGround } from '#contract/ground.ts'
import { saveMapPlaces } from '#contract/map/manage.ts'
import type { DigitalMap, MappedDevice } from '#contract/map/map.ts'
import { toast } from '#src/ui/toast.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { isLeft, useUnsaved } from '#src/kit/form/draft/unsaved.ts'
import { useScene } from '#src/kit/map/use-scene.ts'
import { unproject } from '#contract/map/projection.ts'
import type { MapPlace } from '../map-place.ts'
import { MapText } from '../MapText.tsx'
import { SourceChoice } from '../SourceChoice.tsx'
import { Tools, type Tool } from '../Tools.tsx'
import { around, aroundOf, firstLookOf } from '../looks.ts'
import { useFarmMap } from '../use-farm-map.ts'
import { paddingBeside, useMapMoves } from '../use-map-moves.ts'
import { DraftBox } from './DraftBox.tsx'
import { Drawings } from './Drawings.tsx'
import { exportGround } from './export-ground.ts'
import { faultSentence } from './fault-sentence.ts'
import { ImportDialog } from './ImportDialog.tsx'
import type { NewKind } from './new-thing.ts'
import { NewThing } from './NewThing.tsx'
import { PickedBox } from './PickedBox.tsx'
import { PlacesPanel } from './PlacesPanel.tsx'
import { SaveBar } from './SaveBar.tsx'
import { showMade } from './show-made.ts'
import { useEditing } from './use-editing.ts'
import { useMayPlace, useNewKinds } from './use-may-place.ts'
import { isGround, keyOf, usePlaces, type Thing, type ThingKey } from './use-places.ts'
import { useSnap } from './use-snap.ts'

interface ManageMapProps {
  base: number | null
  data: DigitalMap
  rows: readonly MappedDevice[]
  refetch: () => Promise<unknown>
}
const noAlarms = null
const plain: MapPlace = { at: null, by: 'type', off: ['alarms'], show: null, on: null, ground: 0 }
const paddingIn = paddingBeside(296, 0.52)
const noLevels: ReadonlyMap<number, number> = new Map()

export default function ManageMap({ base, data, rows, refetch }: ManageMapProps) {
  const t = useLabels({ module: 'map' })
  const places = usePlaces(data, rows)
  const { shown, shownRows, changes, history, step, byKey } = places
  const [source, setSource] = useState(0)
  const place = useMemo((): MapPlace => ({ ...plain, ground: source }), [source])
  const map = useFarmMap({ data: shown, rows: shownRows, alarms: noAlarms, place })
  const all = useMemo(() => aroundOf(data, rows), [data, rows])
  const first = useMemo(() => firstLookOf(data, rows).map(map.shownAt), [data, rows, map.shownAt])
  const { box, scene, isPossible } = useScene(first, { isBare: true, paddingIn })
  const may = useMayPlace()
  const newKinds = useNewKinds()
  const mayPlots = newKinds.includes('plot')
  const editing = useEditing(places)
  const { picked, draft, isPutting, newKind } = editing
  const [isImporting, setImporting] = useState(false)
  const clean = useUnsaved(changes.length > 0)
  // What is half drawn would be lost as well.
  const isDrawing = draft !== null && draft.length > 0
  useUnsaved(isDrawing)
  const others = useMemo(() => othersOf(shown, picked && keyOf(picked)), [shown, picked])
  const back = useCallback((at: Position) => unproject(map.projection, at), [map.projection])
  const snap = useSnap({ scene, others, project: map.shownAt, unproject: back })
  const isPlace = isPutting || newKind === 'landmark'
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
    paddingIn,
    plots: shown.plots,
    measured: draft ?? (isPutting ? noPoints : null),
    onMeasure: (points) => {
      const last = points.at(-1)!
      if (isPutting) editing.put(last)
      else editing.draw(isPlace ? points : [...points.slice(0, -1), snap(last)])
    },
    onMove: () => undefined,
    onShow: (show) => void pick(show && byKey.get(`${show.kind}-${show.id}` as ThingKey)),
    onCluster: () => undefined,
  })
  const { fit } = moves
  /** Whether what is half drawn may go. */
  const isGone = async () => !isDrawing || (await isLeft(t))
  const pick = async (thing: Thing | null | undefined) => {
    if (await isGone()) editing.pick(thing)
  }
  const beginNew = async (kind: NewKind) => {
    if (await isGone()) editing.beginNew(kind)
  }
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
  const save = () => {
    // What cannot be stored is looked at first: its box says why.
    const wrong = [...history.now.values()].find(({ to }) => to && holeFault(to))
    if (!wrong) return void send({ changes })
    editing.pick(wrong.thing)
    goTo(wrong.to, null)
  }
  return (
    <section
      className="farm-map map-manage"
      aria-label={t('menus:screens.map')}
      data-drawing={draft !== null || undefined}
    >
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
          kinds={newKinds}
          mayImport={mayPlots || may('edge')}
          onUndo={() => step({ do: 'undo' })}
          onRedo={() => step({ do: 'redo' })}
          onSave={save}
          onForget={() => step({ do: 'forget' })}
          onNew={(kind) => void beginNew(kind)}
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
          onPick={(thing) =>
            void isGone().then((isFine) => {
              if (!isFine) return
              editing.pick(thing)
              goTo(places.outlineOf(keyOf(thing)), thing.at)
            })
          }
        />
      </div>
      {scene && (
        <Drawings
          scene={scene}
          data={shown}
          rows={shownRows}
          map={map}
          picked={picked}
          mended={isMending ? outline : null}
          others={others}
          draft={draft}
          onPick={(key) => void pick(byKey.get(key))}
          onCluster={moves.openCluster}
          onLive={editing.setLive}
          onChange={editing.change}
        />
      )}
      {draft && (
        <DraftBox
          name={picked?.name ?? ''}
          kind={newKind}
          isHole={editing.isHole}
          fault={editing.fault && faultSentence(t, editing.fault)}
          corners={draft}
          onChange={editing.draw}
          onAddMiddle={moves.addMiddle}
          onDone={newKind ? editing.name : editing.finish}
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
          onDraw={() => editing.draw(noPoints)}
          onDrawHole={() => {
            editing.beginHole()
            // On a phone the box of what is drawn lies over the lower half.
            if (matchMedia('(width < 768px)').matches)
              scene?.panBy(0, box.current!.clientHeight * upwards)
          }}
          onRemoveHole={editing.removeHole}
          onPut={editing.togglePutting}
          onTakeAway={() => editing.change(null)}
          onEdited={() => void refetch()}
          onDeleted={() => {
            if (history.now.has(keyOf(picked))) step({ do: 'drop', key: keyOf(picked) })
            editing.pick(null)
            void refetch()
          }}
          onClose={() => editing.pick(null)}
        />
      )}
      {newKind && draft && editing.isNaming && (
        <NewThing
          kind={newKind}
          corners={draft}
          bases={data.bases}
          onClose={editing.unname}
          onMade={(made) => {
            editing.stop()
            void refetch()
            // Where that cannot be looked up, it is still under all bases.
            showMade(t, newKind, made).catch(() => undefined)
          }}
        />
      )}
      {isImporting && (
        <ImportDialog
          bases={data.bases}
          mayCreate={mayPlots}
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
const othersOf = ({ plots, bases }: DigitalMap, but: ThingKey | null) => [
  ...plots.flatMap(({ id, corners }) =>
    corners && but !== `plot-${id}` ? [outlineOf(corners)] : [],
  ),
  ...bases.flatMap(({ id, corners }) =>
    corners && but !== `edge-${id}` ? [outlineOf(corners)] : [],
  ),
]

/** Keys that hold on the whole page, but where something is typed. */
function useKeys(handle: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    addEventListener('keydown', handle)
    return () => removeEventListener('keydown', handle)
  }, [handle])
}
