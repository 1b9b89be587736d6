import type { TFunction } from 'i18next'
import { nameKey, storageName, type Entity } from '#contract/entity.ts'

/**
 * i18next's own type wants literal keys; the engine's are made from names, and a law checks that
 * each exists.
 */
export type Translate = (key: string, options?: Record<string, unknown>) => string
export const untypedT = (t: TFunction) => t as unknown as Translate

/** Everyday verbs are the same words everywhere and live in `common`. */
export const commonActions: ReadonlySet<string> = new Set([
  'list',
  'show',
  'create',
  'edit',
  'delete',
  'restore',
  'purge',
  'import',
])
type Kept = Pick<Entity, 'module' | 'name' | 'variantOf'>
type Named = Kept & Partial<Pick<Entity, 'fields'>>

export const entityLabel = (t: Translate, entity: Pick<Entity, 'module' | 'name' | 'calledAs'>) =>
  t(`${entity.module}:${nameKey(entity)}`)
export const fieldLabel = (t: Translate, entity: Named, field: string) =>
  t(`${entity.module}:${storageName(entity)}.fields.${entity.fields?.[field]?.calledAs ?? field}`)
/** Where the words of a field's codes stand. */
export const optionsKey = (entity: Named, field: string) => {
  const words = entity.fields?.[field]?.words
  return `${entity.module}:${words ?? `${storageName(entity)}.options.${field}`}`
}
export const optionLabel = (t: Translate, entity: Named, field: string, code: string) =>
  t(`${optionsKey(entity, field)}.${code}`)
export const lineLabel = (t: Translate, entity: Named, field: string, column: string) =>
  t(`${entity.module}:${storageName(entity)}.lines.${field}.${column}`)
export const actionLabel = (t: Translate, entity: Kept, action: string) =>
  commonActions.has(action)
    ? t(`common:actions.${action}`)
    : t(`${entity.module}:${storageName(entity)}.actions.${action}`)

/** What a right lets one do: in the words of its entity, the everyday ones, or of the rights. */
export const permissionLabel = (
  t: Translate,
  action: string,
  entity?: Kept & { permissions: Readonly<Record<string, unknown>> },
) =>
  entity && action in entity.permissions
    ? actionLabel(t, entity, action)
    : t(
        commonActions.has(action)
          ? `common:actions.${action}`
          : `system:permissions.actions.${action}`,
      )

/**
 * What was done with a record, as its history tells it: in the entity's own word, in the log's, or
 * as it is kept. The log's are in `system`.
 */
export const auditActionLabel = (t: Translate, entity: Kept, action: string) =>
  commonActions.has(action)
    ? t(`common:actions.${action}`)
    : t(`${entity.module}:${storageName(entity)}.actions.${action}`, {
        defaultValue: t(`system:audit.actions.${action}`, { defaultValue: action }),
      })

/** Name of the code that a wire value stands for. */
export const codeName = (codes: Readonly<Record<string, unknown>> | undefined, value: unknown) =>
  Object.entries(codes ?? {}).find(([, code]) => code === value)?.[0]
