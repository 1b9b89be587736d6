import type { Position } from '#contract/field.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { groundOf } from './ground.ts'

/** An area in the units a farm speaks of: mu first, hectares beside. */
export function GroundText({ corners }: { corners: readonly Position[] }) {
  const t = useLabels()
  const { mu, hectares } = groundOf(corners)
  return (
    <span className="kit-number">
      {t('kit:map.area', { mu: mu.toFixed(2), hectares: hectares.toFixed(3) })}
    </span>
  )
}
