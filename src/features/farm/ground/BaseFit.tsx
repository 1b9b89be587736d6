import { areaGround, beyondAcreage, plotsOutside } from '#contract/farm/area-ground.ts'
import type { SeenGround } from '#contract/ground.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import { GroundNote } from './GroundNote.tsx'
import { useAreaFollows } from './use-area-follows.ts'

const Number = inputs.decimal
const Polygon = inputs.polygon
/** So many plots are named. */
const mostNamed = 5
const usePlots = (row: InputProps['row']) =>
  useCall(areaGround, row?.id ? { areaId: row.id } : null).data?.plots ?? []

/** A base's acreage, beside what its plots have together. */
export function BaseAcreage(props: InputProps) {
  const t = useLabels({ module: 'farm' })
  const plots = usePlots(props.row)
  const own = typeof props.value === 'number' ? props.value : null
  const sum = beyondAcreage(own, plots)
  return (
    <>
      <Number {...props} />
      {sum !== null && <GroundNote>{t('farm:ground.beyond', { sum, acreage: own })}</GroundNote>}
    </>
  )
}

/** A base's outline, and which of its plots lie beyond it. */
export function BaseBoundary(props: InputProps) {
  const t = useLabels({ module: 'farm' })
  const plots = usePlots(props.row)
  const follow = useAreaFollows(props)
  const corners = Array.isArray(props.value) ? (props.value as SeenGround) : null
  const out = plotsOutside(corners, plots)
  const names = out.slice(0, mostNamed).map(({ name }) => name)
  return (
    <>
      <Polygon {...props} onChange={follow} />
      {out.length > 0 && (
        <GroundNote>
          {t('farm:ground.outside', {
            count: out.length,
            names: names.join(t('farm:ground.comma')),
            more: out.length > names.length ? t('farm:ground.more') : '',
          })}
        </GroundNote>
      )}
    </>
  )
}
