import type { StageBy } from '#contract/planting/stages.ts'
import { stageBasis } from '#src/features/planting/stage-words.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import type { CellProps } from '#src/kit/fields/kind.ts'

/** The stage of a batch, and by what it is said to be in it. */
export function StageCell({ row }: CellProps) {
  const t = useLabels({ module: 'planting' })
  if (!row.stage) return <EmptyValue />
  const basis = stageBasis(t, {
    by: row.stageBy as StageBy,
    heat: row.stageHeat as number | null,
    heatUnits: row.stageHeatUnits as number | null,
  })
  return (
    <span title={`${String(row.stage)} · ${basis}`}>
      {String(row.stage)} <small>{basis}</small>
    </span>
  )
}
