import { useMemo } from 'react'
import type { Ground } from '#contract/ground.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { GroundText } from './GroundText.tsx'
import Plots from './Plots.tsx'

/** A record's ground on a map, and how much it is. */
export default function PolygonFact({
  id,
  title,
  corners,
}: {
  id: number
  title: string
  corners: Ground
}) {
  const t = useLabels()
  const plots = useMemo(() => [{ id, title, corners }], [id, title, corners])
  return (
    <div className="map-fact">
      <Plots plots={plots} label={t('kit:map.of', { name: title })} />
      <p>
        <GroundText corners={corners} />
      </p>
    </div>
  )
}
