import type { StageBy } from '#contract/planting/stages.ts'
import { stageBasis, stageShare } from '#src/features/planting/stage-words.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import type { CellProps } from '#src/kit/fields/kind.ts'

/** The stage of a batch, and by what it is said to be in it. */
export function StageCell({ row, isBare }: CellProps) {
  const t = useLabels({ module: 'planting' })
  if (!row.stage) return <EmptyValue />
  const told = {
    by: row.stageBy as StageBy,
    heat: row.stageHeat as number | null,
    heatUnits: row.stageHeatUnits as number | null,
  }
  const basis = stageBasis(t, told)
  return (
    <span title={`${String(row.stage)} · ${basis}`}>
      {String(row.stage)} <small>{isBare ? stageShare(t, told) : basis}</small>
    </span>
  )
}
