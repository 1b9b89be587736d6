import { entities, screens } from './domains.ts'
import type { Entity } from './entity.ts'
import type { Field } from './field.ts'

type Asked = Pick<Field, 'kind'> & Partial<Pick<Field, 'to' | 'filterCodes'>>
/**
 * What is known of an entity before its definition is needed: how it is called, asked and opened,
 * and of its fields those that decide what a list asks. An `Entity` is one of itself.
 */
export type EntityOutline = Pick<
  Entity,
  | 'name'
  | 'module'
  | 'title'
  | 'calledAs'
  | 'alias'
  | 'answers'
  | 'api'
  | 'batchActions'
  | 'deletion'
  | 'fixedQuery'
  | 'parent'
  | 'placed'
  | 'variantOf'
> & {
  fields: Readonly<Record<string, Asked>>
  /** By action; the codes themselves are the screens'. */
  permissions: Readonly<Record<string, unknown>>
}

/**
 * The entities as the console knows them from its start. A build writes their outlines here instead
 * (scripts/outlines.ts), so that no page waits for the fields and calls of every domain.
 */
export const entityOutlines: readonly EntityOutline[] = entities
export { screens }
