import { allowed, type Entity } from '#contract/entity.ts'
import { codeName, optionLabel, type Translate } from '#src/kit/definition/label.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import type { Permissions } from '#src/kit/app/use-permissions.ts'

/** Why an action is closed to a record in its present state; null when it is open. */
export function refusedBecause(
  t: Translate,
  entity: Entity,
  action: string,
  row: Row,
): string | null {
  if (allowed(entity, action, row)) return null
  if (!entity.stateField) return t('kit:list.notOpen')
  const field = entity.stateField
  const code = codeName(entity.fields[field]?.codes, row[field])
  return t('kit:list.wrongState', {
    state: code ? optionLabel(t, entity, field, code) : String(row[field] ?? ''),
  })
}

/** Stands on the button behind which further verbs wait. */
export const moreSign = '\u22ef'
export const isDangerous = (action: string) => /^(delete|void)/.test(action)

/** What a person may do to a record as it stands, in the list's order. */
export const openActions = (
  { entity, list }: AnyResource,
  row: Row,
  may: Permissions,
): readonly string[] =>
  ((list.rowActions ?? []) as string[]).filter(
    (action) => action !== 'show' && may[action] && allowed(entity, action, row),
  )
/** The one that stands in the row itself. */
export const verbOf = (actions: readonly string[]): string | undefined =>
  actions.find((action) => !isDangerous(action))

/** Every action a list of this resource can offer; asked about together. */
export const actionsOf = ({ list, form, screen }: AnyResource): string[] => [
  ...new Set([
    'list',
    ...(form ? ['create', 'edit'] : []),
    ...(list.rowActions ?? []),
    ...(list.bulkActions ?? []),
    ...('move' in screen.buttons ? ['move'] : []),
  ]),
]

/**
 * Rows can be chosen where something can be done to several: an action one may take, or labels of
 * what one may look at.
 */
export const isSelectable = ({ list }: AnyResource, may: Permissions): boolean =>
  list.rowActions?.includes('show') ||
  (list.bulkActions?.some((action: string) => may[action]) ?? false)
