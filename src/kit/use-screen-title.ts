import type { Entity } from '#contract/entity.ts'
import { entityLabel } from './label.ts'
import type { OpenKind } from './use-opened.ts'
import { useLabels } from './use-labels.ts'

/** "Edit unit": one sentence per verb, the entity's name put in. */
export function useScreenTitle(entity: Entity, kind: OpenKind): string {
  const t = useLabels(entity)
  return t(`common:titles.${kind}`, { name: entityLabel(t, entity) })
}
