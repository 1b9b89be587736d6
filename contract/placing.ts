import type { Field } from './field.ts'

/**
 * How rows stand on bases. `base`: on one; `anyBase`: on one, or on all where they name none;
 * `bases`: on several, or on all; `warehouse`: where their warehouse stands; `document`: at either of
 * its warehouses, or at none yet; `card`: where the device stands that holds it; `devices`: where
 * any of theirs stands; `rule`: where any device stands that the rule names.
 */
export type Placing =
  | 'base'
  | 'anyBase'
  | 'bases'
  | 'warehouse'
  | 'document'
  | 'card'
  | 'devices'
  | 'rule'

/** How an entity's rows stand on bases; null: they are the whole company's. */
export function placingOf({
  placed,
  fields,
}: {
  fields: Readonly<Record<string, Pick<Field, 'kind' | 'to'>>>
  placed?: Placing
}): Placing | null {
  if (placed) return placed
  const { areaId } = fields
  return areaId?.kind === 'ref' && areaId.to === 'area' ? 'base' : null
}

/** What a list is asked with where one base is chosen: the outermost of its conditions. */
export const baseName = 'base'
