import { holeFault, outlineOf, type SeenGround } from '#contract/ground.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { groundOf } from './ground.ts'

/** An area in the units a farm speaks of: mu first, hectares beside. */
export function GroundText({ corners }: { corners: SeenGround }) {
  const t = useLabels()
  // A hole that lies elsewhere takes nothing away.
  const { mu, hectares } = groundOf(holeFault(corners) ? outlineOf(corners) : corners)
  return (
    <span className="kit-number">
      {t('kit:map.area', { mu: mu.toFixed(2), hectares: hectares.toFixed(3) })}
    </span>
  )
}
