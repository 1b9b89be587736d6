import { Marker, type Scene } from '@antv/l7'
import { useEffect, useMemo } from 'react'
import type { Position } from '#contract/field.ts'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import Plots from './Plots.tsx'
import { usePlotsAround } from './input/use-plots-around.ts'

export interface MapPlace {
  title: string
  at: Position
  /** So far off it may be. */
  metres: number
}
/** Some hundred meters: a point alone would be seen from too near. */
const reach = 0.002

/** A few named places among the plots that one sees. */
export default function PlacesMap({
  places,
  label,
}: {
  places: readonly MapPlace[]
  label: string
}) {
  const { plots, isPending } = usePlotsAround()
  const around = useMemo(
    () =>
      places.flatMap(({ at: [lng, lat] }): Position[] => [
        [lng - reach, lat - reach],
        [lng + reach, lat + reach],
      ]),
    [places],
  )
  if (isPending) return <ListSkeleton />
  return (
    <Plots
      plots={plots}
      label={label}
      around={around}
      over={(scene, shownAt) => <Names scene={scene} places={places} shownAt={shownAt} />}
    />
  )
}

interface NamesProps {
  scene: Scene
  places: readonly MapPlace[]
  shownAt: (at: Position) => Position
}
function Names({ scene, places, shownAt }: NamesProps) {
  useEffect(() => {
    const made = places.map(({ title, at }) => {
      const [lng, lat] = shownAt(at)
      const element = document.createElement('div')
      element.className = 'map-named'
      element.textContent = title
      const marker = new Marker({ element, anchor: 'bottom' as never })
      marker.setLnglat({ lng, lat })
      scene.addMarker(marker)
      return marker
    })
    return () => made.forEach((marker) => marker.remove())
  }, [scene, places, shownAt])
  return null
}
