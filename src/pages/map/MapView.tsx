import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Position } from '#contract/field.ts'
import type { PlotDay } from '#contract/map/day.ts'
import { mapScreen, type AlarmedDevice, type MappedDevice } from '#contract/map/map.ts'
import type { MapThen } from '#src/api/field/map-packs.ts'
import { useScene } from '#src/kit/map/use-scene.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useToday } from '#src/kit/fields/date/use-today.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { Ground, useGround } from '#src/kit/map/base/Ground.tsx'
import { BaseJump } from './BaseJump.tsx'
import { EdgesLayer } from './EdgesLayer.tsx'
import { toggleFull } from './full-screen.ts'
import { LayerPanel } from './LayerPanel.tsx'
import { Legend } from './Legend.tsx'
import { around, aroundOf, firstLookOf } from './looks.ts'
import type { MapPlace } from './map-place.ts'
import { MapText } from './MapText.tsx'
import { MeasureBox } from './Measure.tsx'
import { Moving, movingAt } from './Moving.tsx'
import { OnMap } from './OnMap.tsx'
import { Opened } from './Opened.tsx'
import { KeptSign } from './packs/KeptSign.tsx'
import { PacksBox } from './packs/PacksBox.tsx'
import { PlotsLayer } from './PlotsLayer.tsx'
import { PrintHead, PrintScale } from './PrintHead.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SourceChoice } from './SourceChoice.tsx'
import type { Stood } from './stood.ts'
import { TimeBar } from './TimeBar.tsx'
import { Tools, type Tool } from './Tools.tsx'
import { Unplaced } from './Unplaced.tsx'
import { useFarmMap } from './use-farm-map.ts'
import { useAppearance } from '#src/kit/map/base/use-appearance.ts'
import { paddingBeside, useMapMoves } from './use-map-moves.ts'
import { usePrinting } from './use-printing.ts'

interface MapViewProps {
  data: MapThen
  rows: readonly MappedDevice[]
  /** Devices that go about. */
  moving: ReadonlySet<number>
  alarms: readonly AlarmedDevice[] | null
  place: MapPlace
  days: ReadonlyMap<number, PlotDay>
  onChange: (change: Partial<MapPlace>) => void
}
const noPoints: readonly Position[] = []
const paddingIn = paddingBeside(244, 0.25)

export default function MapView({
  data,
  rows,
  moving,
  alarms,
  place,
  days,
  onChange,
}: MapViewProps) {
  const t = useLabels({ module: 'map' })
  const { pathname } = useLocation()
  const frame = useRef<HTMLDivElement>(null)
  const map = useFarmMap({ data, rows, alarms, place, days, moving })
  const { source, projection, shownAt, levels, hidden, points, colours, legend, counts } = map
  const all = useMemo(() => aroundOf(data, rows), [data, rows])
  const latest = useLatest({ place, shownAt })
  const firstSeen = useMemo(() => firstLookOf(data, rows).map(shownAt), [data, rows, shownAt])
  const { box, scene, isPossible } = useScene(firstSeen, {
    isBare: true,
    paddingIn,
    startAt: () => {
      const { at } = latest.current.place
      return at && { center: latest.current.shownAt(at.center), zoom: at.zoom }
    },
  })
  const [measured, setMeasured] = useState<readonly Position[] | null>(null)
  const [together, setTogether] = useState<readonly Stood[] | null>(null)
  const [isListing, setListing] = useState(false)
  const [isTaking, setTaking] = useState(false)
  const [isTimed, setTimed] = useState(place.on !== null)
  const today = useToday()
  const look = useAppearance()
  const ground = useGround()
  const moves = useMapMoves({
    scene,
    projection,
    paddingIn,
    plots: hidden.has('plots') ? [] : data.plots,
    measured,
    onMeasure: setMeasured,
    onMove: (at) => onChange({ at }),
    onShow: (show) => onChange({ show }),
    onCluster: setTogether,
    deviceAt: (shown, zoom) =>
      movingAt({ rows, moving, isHidden: map.isHidden, project: shownAt }, shown, zoom),
  })
  const printing = usePrinting(scene, projection)
  const { printed } = printing
  const { show } = place
  useEffect(() => setTogether(null), [show])
  if (!isPossible) return <MapText data={data} rows={rows} levels={levels.byDevice} />

  const goTo = (at: Position) => moves.fit(around(at))
  const isWindow = pathname === mapScreen.ownWindow
  const tools: Tool[] = [
    { name: 'nearer', run: () => scene?.zoomIn() },
    { name: 'farther', run: () => scene?.zoomOut() },
    { name: 'fit', run: () => moves.fit(all) },
    {
      name: 'measure',
      isOn: measured !== null,
      run: () => setMeasured(measured ? null : noPoints),
    },
    {
      name: 'time',
      isOn: isTimed,
      run: () => {
        setTimed(!isTimed)
        if (isTimed) onChange({ on: null })
      },
    },
    ...(document.fullscreenEnabled
      ? [{ name: 'full' as const, run: () => toggleFull(frame.current) }]
      : []),
    { name: 'print', run: printing.print },
    { name: 'take', isOn: isTaking, run: () => setTaking(!isTaking) },
    ...(isWindow
      ? []
      : [
          {
            name: 'window' as const,
            run: () =>
              void window.open(mapScreen.ownWindow + location.search, '_blank', 'noopener'),
          },
        ]),
  ]
  return (
    <section
      ref={frame}
      className={isWindow ? 'farm-map farm-map-window' : 'farm-map'}
      aria-label={t('menus:screens.map-digital')}
    >
      {printed && <PrintHead at={printed.at} on={place.on} />}
      <div
        ref={box}
        className="map-box farm-map-box"
        data-measuring={measured !== null || undefined}
        data-tiles={source !== undefined || undefined}
        data-printing={printed !== null || undefined}
        style={printed ? { aspectRatio: `${printed.width} / ${printed.height}` } : undefined}
        role="application"
        aria-label={t('map:box')}
        tabIndex={0}
        onKeyDown={moves.handleKey}
      >
        {printed && (
          <>
            <img
              className="farm-map-picture"
              src={printed.picture}
              alt=""
              onLoad={printing.handleLoad}
            />
            <PrintScale metres={printed.metres} />
          </>
        )}
      </div>
      <div className="farm-map-bar">
        <SearchBox
          data={data}
          rows={rows}
          onPick={(hit) => {
            goTo([...hit.at])
            onChange({ show: { kind: hit.kind, id: hit.id } })
          }}
        />
        <BaseJump data={data} onGo={moves.fit} />
        {data.sources.length > 0 && (
          <SourceChoice
            sources={data.sources}
            ground={source ? place.ground : 0}
            onChange={(next) => onChange({ ground: next })}
          />
        )}
        {data.unplacedCount > 0 && (
          <button type="button" className="farm-map-lost" onClick={() => setListing(true)}>
            {t('map:unplaced.count', { count: data.unplacedCount })}
          </button>
        )}
        {data.keptAt !== undefined && <KeptSign at={data.keptAt} />}
      </div>
      <Tools tools={tools} />
      <div className="farm-map-side">
        <LayerPanel
          counts={counts}
          off={place.off}
          hasAlarms={alarms !== null}
          onChange={(off) => onChange({ off })}
        />
        <Legend
          by={place.by}
          legend={legend}
          hasAlarms={alarms !== null}
          onChange={(by) => onChange({ by })}
        />
      </div>
      {isTimed && (
        <TimeBar
          today={today}
          on={place.on}
          onChange={(on) => onChange({ on })}
          onClose={() => {
            setTimed(false)
            onChange({ on: null })
          }}
        />
      )}
      {source?.attribution && <p className="farm-map-attribution">{source.attribution}</p>}
      {scene && (
        <>
          <Ground scene={scene} ground={ground} source={source} look={look} />
          {!hidden.has('edges') && (
            <EdgesLayer
              scene={scene}
              bases={data.bases}
              project={shownAt}
              picked={show?.kind === 'base' ? show.id : null}
            />
          )}
          {!hidden.has('plots') && (
            <PlotsLayer
              scene={scene}
              plots={data.plots}
              colours={colours}
              project={shownAt}
              picked={show?.kind === 'plot' ? show.id : null}
              isOverTiles={source !== undefined}
            />
          )}
          <Moving
            scene={scene}
            rows={rows}
            moving={moving}
            isHidden={map.isHidden}
            levels={levels.byDevice}
            project={shownAt}
          />
          <OnMap
            scene={scene}
            data={data}
            rows={rows}
            map={map}
            points={points}
            ground={source ? undefined : ground}
            hasAlarms={alarms !== null && !hidden.has('alarms')}
            by={place.by}
            show={show}
            measured={measured}
            onShow={(next) => onChange({ show: next })}
            onCluster={moves.openCluster}
          />
        </>
      )}
      {measured && (
        <MeasureBox
          points={measured}
          onAddMiddle={moves.addMiddle}
          onUndo={() => setMeasured(measured.slice(0, -1))}
          onClear={() => setMeasured(noPoints)}
          onClose={() => setMeasured(null)}
        />
      )}
      <Opened
        data={data}
        rows={rows}
        map={map}
        show={show}
        isThen={place.on !== null}
        together={together}
        onShow={(next) => onChange({ show: next })}
        onClose={() => {
          setTogether(null)
          onChange({ show: null })
        }}
      />
      {isTaking && <PacksBox data={data} onClose={() => setTaking(false)} />}
      {isListing && (
        <Unplaced
          list={data.unplaced}
          count={data.unplacedCount}
          onClose={() => setListing(false)}
        />
      )}
    </section>
  )
}
