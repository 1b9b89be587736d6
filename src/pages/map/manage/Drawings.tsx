import type { Scene } from '@antv/l7'
import type { Position, SeenGround } from '#contract/ground.ts'
import type { DigitalMap, MappedDevice } from '#contract/map/map.ts'
import { unproject } from '#contract/map/projection.ts'
import { Ground, useGround } from '#src/kit/map/base/Ground.tsx'
import { useAppearance } from '#src/kit/map/base/use-appearance.ts'
import { EdgesLayer } from '../EdgesLayer.tsx'
import { OnMap } from '../OnMap.tsx'
import { PlotsLayer } from '../PlotsLayer.tsx'
import type { Stood } from '../stood.ts'
import type { FarmMap } from '../use-farm-map.ts'
import { OutlineEditor } from './OutlineEditor.tsx'
import type { Thing, ThingKey } from './use-places.ts'

interface DrawingsProps {
  scene: Scene
  data: DigitalMap
  rows: readonly MappedDevice[]
  map: FarmMap
  picked: Thing | null
  /** Its outline, where its corners can be moved. */
  mended: SeenGround | null
  /** What corners are drawn to. */
  others: readonly (readonly Position[])[]
  draft: readonly Position[] | null
  onPick: (key: ThingKey) => void
  onCluster: (members: readonly Stood[]) => void
  onLive: (ground: SeenGround) => void
  onChange: (ground: SeenGround) => void
}
/** Everything that lies on the map: ground, outlines, plots, marks, and corners to be moved. */
export function Drawings(props: DrawingsProps) {
  const { scene, data, rows, map, picked, mended, others, draft } = props
  const { onPick, onCluster, onLive, onChange } = props
  const look = useAppearance()
  const ground = useGround()
  return (
    <>
      <Ground scene={scene} ground={ground} source={map.source} look={look} />
      <EdgesLayer
        scene={scene}
        bases={data.bases}
        project={map.shownAt}
        picked={picked?.kind === 'edge' ? picked.id : null}
      />
      <PlotsLayer
        scene={scene}
        plots={data.plots}
        colours={map.colours}
        project={map.shownAt}
        picked={picked?.kind === 'plot' ? picked.id : null}
        isOverTiles={map.source !== undefined}
      />
      <OnMap
        scene={scene}
        data={data}
        rows={rows}
        map={map}
        points={map.points}
        ground={map.source ? undefined : ground}
        hasAlarms={false}
        by="type"
        show={picked && { kind: picked.kind === 'edge' ? 'base' : picked.kind, id: picked.id }}
        measured={draft}
        onShow={({ kind, id }) => onPick(`${kind}-${id}` as ThingKey)}
        onCluster={onCluster}
      />
      {mended && (
        <OutlineEditor
          scene={scene}
          ground={mended}
          others={others}
          project={map.shownAt}
          unproject={(at) => unproject(map.projection, at)}
          onLive={onLive}
          onChange={onChange}
        />
      )}
    </>
  )
}
