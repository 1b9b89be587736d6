import type { NamedPart } from '#contract/farm/land-part.ts'
import type { Row } from '#server/db/crud.ts'
import type { Tx } from '#server/db/database.ts'
import { checkedParts } from '#server/modules/planting/engine/parts.ts'

interface OnPlots {
  landIds?: number[]
  parts?: NamedPart[] | null
}
/**
 * The values of work on plots with the parts of them that it is for. Errors: 422 for parts of other
 * plots, and for such as there are none.
 */
export async function withParts(
  tx: Tx,
  values: Record<string, unknown>,
  before: Row | null,
): Promise<Record<string, unknown>> {
  if (values.parts === undefined && values.landIds === undefined) return values
  const whole = { ...before, ...values } as OnPlots
  const old = before as OnPlots | null
  const landIds = whole.landIds ?? []
  // Those of plots that it no longer has are no longer its.
  const kept = (whole.parts ?? []).filter(
    ({ landId }) => landIds.includes(landId) || !old?.landIds?.includes(landId),
  )
  return { ...values, parts: await checkedParts(tx, kept, landIds, old?.parts ?? []) }
}
