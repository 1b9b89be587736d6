import { areaGround, beyondAcreage, plotsOutside } from '#contract/farm/area-ground.ts'
import type { SeenGround } from '#contract/ground.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import { useWholeForm } from '#src/kit/form/values/whole-form.ts'
import { GroundNote } from './GroundNote.tsx'
import { useAreaFollows } from './use-area-follows.ts'

const Number = inputs.decimal
const Polygon = inputs.polygon
/** Of a plot that is being written down: its base, and the plots beside it. */
function useBeside(row: InputProps['row']) {
  const { areaId } = useWholeForm()
  const { data } = useCall(areaGround, typeof areaId === 'number' ? { areaId } : null)
  return data && { ...data, plots: data.plots.filter(({ id }) => id !== row?.id) }
}

/** A plot's acreage, beside what its base has left. */
export function PlotAcreage(props: InputProps) {
  const t = useLabels({ module: 'farm' })
  const base = useBeside(props.row)
  const own = typeof props.value === 'number' ? props.value : null
  const sum = base && beyondAcreage(base.acreage, [...base.plots, { acreage: own }])
  return (
    <>
      <Number {...props} />
      {own !== null && typeof sum === 'number' && (
        <GroundNote>{t('farm:ground.beyond', { sum, acreage: base!.acreage })}</GroundNote>
      )}
    </>
  )
}

/** A plot's outline, beside that of its base. */
export function PlotBoundary(props: InputProps) {
  const t = useLabels({ module: 'farm' })
  const base = useBeside(props.row)
  const follow = useAreaFollows(props)
  const corners = Array.isArray(props.value) ? (props.value as SeenGround) : null
  const isOut =
    corners !== null &&
    plotsOutside(base?.boundary, [{ id: 0, name: '', acreage: null, corners: corners as never }])
      .length > 0
  return (
    <>
      <Polygon {...props} onChange={follow} />
      {isOut && <GroundNote>{t('farm:ground.leaves')}</GroundNote>}
    </>
  )
}
