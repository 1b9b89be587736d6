import { useMemo } from 'react'
import type { DigitalMap } from '#contract/map/map.ts'
import type { Position } from '#contract/ground.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { coveredOf } from './looks.ts'

/** More than these are found by searching. */
const most = 5

/** From one base to another, where there are several. */
export function BaseJump({
  data,
  onGo,
}: {
  data: Pick<DigitalMap, 'bases' | 'plots'>
  onGo: (ground: readonly Position[]) => void
}) {
  const t = useLabels({ module: 'map' })
  const covered = useMemo(() => coveredOf(data), [data])
  if (covered.length < 2 || covered.length > most) return null
  return (
    <div className="farm-map-jump" role="group" aria-label={t('map:jump')}>
      {covered.map(({ base, ground }) => (
        <button key={base.id} type="button" onClick={() => onGo(ground)}>
          {base.name}
        </button>
      ))}
    </div>
  )
}
