import type { Entity } from '#contract/entity.ts'
import { entityLabel } from '#src/kit/definition/label.ts'
import type { OpenKind } from '#src/kit/record/use-opened.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** "Edit unit": one sentence per verb, the entity's name put in. */
export function useScreenTitle(entity: Entity, kind: OpenKind): string {
  const t = useLabels(entity)
  return t(`common:titles.${kind}`, { name: entityLabel(t, entity) })
}
