import type { z } from 'zod'
import type { Call, Page } from './call.ts'
import type { Action, Codes, Entity, RowOf } from './entity.ts'
import type { Changeable, Fields, Writable } from './field.ts'

/** What asking a call takes: its schemas are types alone. */
export type Asked<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> = Pick<
  Call,
  'endpoint' | 'access' | 'form'
> & { input?: In; answer?: Out }

type FieldsOf<E> = E extends Entity<string, infer F extends Fields> ? F : never
type Flat<T> = { [K in keyof T]: T[K] }
/** A row as it is answered: names stand beside what it refers to. */
export type Told<E> = Flat<
  RowOf<E> & { id: number } & {
    [K in keyof FieldsOf<E> as `${K & string}Name`]?: string | string[] | null
  }
>
/** What a client writes of a new row. */
export type NewRow<E> = Writable<FieldsOf<E>>
/** The same of a row that stands, in the version it was read in. */
export type ChangedRow<E> = Flat<
  Changeable<FieldsOf<E>> & { id: number; objectVersionNumber: number }
>

interface Inputs<E> {
  /** Fields and their comparisons, `page`, `size`, `sort` (docs/ARCHITECTURE.md). */
  list: Readonly<Record<string, string | number | undefined>>
  show: { id: number }
  create: NewRow<E>
  edit: ChangedRow<E>
  delete: { id: number; objectVersionNumber?: number }
}
interface Answers<E> {
  list: Page<Told<E>>
  show: Told<E>
  create: Told<E>
  edit: Told<E>
  delete: void
}

/** One of the regular five of an entity as a call, typed by its fields: `callOf(unit, 'create')`. */
export function callOf<E extends Pick<Entity, 'name' | 'api' | 'permissions'>, A extends Action>(
  entity: E,
  action: A,
): Asked<z.ZodType<Inputs<E>[A]>, z.ZodType<Answers<E>[A]>> {
  const endpoint = entity.api[action]
  if (!endpoint) throw new Error(`${entity.name}: no call '${action}'`)
  const codes: Codes = entity.permissions
  return { endpoint, access: { code: codes[action === 'show' ? 'list' : action] ?? [] } }
}
