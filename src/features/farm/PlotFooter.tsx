import type { ShowFooterProps } from '#src/kit/definition/resource.ts'
import PlotHistory from '#src/features/planting/PlotHistory.tsx'
import { SoilTests } from './SoilTests.tsx'

/** What else is known of a plot: what grew on it, and what its soil is like. */
export default function PlotFooter(props: ShowFooterProps) {
  return (
    <>
      <PlotHistory {...props} />
      <SoilTests landId={props.row.id} />
    </>
  )
}
