import type { Scene } from '@antv/l7'
import type { MapSource } from '#contract/map/map.ts'
import { Ground, useGround } from './Ground.tsx'
import { useAppearance } from './use-appearance.ts'

/** The ground under a map of a form or a record, and whose it is. */
export function BaseGround({ scene, source }: { scene: Scene; source: MapSource | undefined }) {
  const ground = useGround()
  const look = useAppearance()
  return (
    <>
      <Ground scene={scene} ground={ground} source={source} look={look} />
      {source?.attribution && <small className="map-credit">{source.attribution}</small>}
    </>
  )
}
