import type { Fields, Row } from './field.ts'
import type { Placing } from './placing.ts'

export type Endpoint = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
interface Foreign {
  names: Readonly<Record<string, string>>
  constants: Readonly<Record<string, number | string>>
}
/** The five that a list screen needs; an entity may name more. */
export type Action = 'list' | 'show' | 'create' | 'edit' | 'delete'
type Api = Partial<Record<Action, Endpoint>> & Record<string, Endpoint>
/** How the service answers when it is not the usual row or page. */
export type Answer = 'row' | 'page' | 'list' | 'count' | 'nothing'
/** Per action, the code that allows it, or several of which any one does. */
export type Codes = Readonly<Record<string, string | readonly string[]>>
/**
 * For each action, the record states it is allowed in; server guards and buttons read the same
 * table.
 */
export type States = Readonly<Record<string, readonly string[]>>
/** What else of a record decides whether an action is open, beside its state. */
export type RowCondition = (row: Readonly<Record<string, unknown>>) => boolean

export interface Entity<
  Name extends string = string,
  F extends Fields = Fields,
  A extends Api = Api,
  P extends Codes = Codes,
  S extends States = States,
> {
  name: Name
  /** Its domain, which is the namespace of its texts as well. */
  module: string
  fields: F
  api: A
  permissions: P
  /** What a person calls a row: shown in pickers, titles and confirmations. */
  title: string
  /** Where its texts say what it is called, if not under its own name (`deviceTypes.soil`). */
  calledAs?: string
  /** A second name of the id on the wire (`areaId`); rows carry both and bodies may use either. */
  alias?: string
  answers?: Partial<Record<string, Answer>>
  /**
   * What becomes of a deleted record: kept for a month and offered back at once, kept alone
   * (`bin`), or gone.
   */
  deletion?: 'bin' | 'gone'
  /** Actions whose body is a list of rows: several records in one call, all or none. */
  batchActions?: readonly string[]
  /** Fields that an action asks for before it is done; each must be given. */
  actionInputs?: Readonly<Record<string, readonly string[]>>
  /**
   * How the specification's clients send a new row: other names of some fields, and what they
   * always send beside them and says nothing here.
   */
  foreign?: Foreign
  /** Query parameters that every list call carries. */
  fixedQuery?: Readonly<Record<string, string>>
  states?: S
  /** The field that `states` speaks of. */
  stateField?: string
  /** For some actions, what else must hold of the record; read by server and buttons as `states`. */
  conditions?: Readonly<Record<string, RowCondition>>
  /**
   * Rows of which whoever looks sees the end that does not act: nothing that has states is done with
   * them there, and the sentence that says why.
   */
  othersPart?: { is: RowCondition; refusal: `${string}.${string}` }
  /**
   * Fields that together tell a row from all others, where none does so by itself: a sheet that
   * updates finds rows by them.
   */
  knownBy?: readonly string[]
  /** How its rows stand on bases, if not by an `areaId` of their own (`placing.ts`). */
  placed?: Placing
  /** Field that holds the parent's id, for trees. */
  parent?: string
  /** The moment by which its rows come newest first, where they are not written in its order. */
  newestBy?: string
  /**
   * Fields by which its rows are found from others' forms, where id, title and codes are too few;
   * `codes`: who finds them besides. See `readers.ts`.
   */
  lookupAccess?: { codes?: readonly string[]; fields: readonly string[] }
  /** Codes by which people write parts of a record, or read their own, who may not list it: they find what it names. */
  ownCodes?: readonly string[]
  /** Its rows are chosen by a call of their own, which asks for more than the form's codes. */
  chosenApart?: true
  /**
   * Its rows are those of another entity that hold these values: one table, with calls and codes of
   * its own.
   */
  variantOf?: { entity: string; only: Readonly<Record<string, string>> }
  /**
   * Where its rows lie, if not in the table of its name: `user` is a word of SQL; a view, because
   * part of a row lies elsewhere.
   */
  stored?: { table?: string; view?: string }
}

/** Where an entity's texts say what it is called. */
export const nameKey = ({ name, calledAs }: Pick<Entity, 'name' | 'calledAs'>) =>
  calledAs ?? `${name}.name`
/**
 * The entity as which rows are kept: name of the table, the history, the events and the labels of
 * the fields.
 */
export const storageName = ({ name, variantOf }: Pick<Entity, 'name' | 'variantOf'>): string =>
  variantOf?.entity ?? name

/**
 * One kind of record, written once for both sides.
 * Errors: throws at definition when `title`, `parent`, `newestBy` or one of `lookupAccess` or `knownBy` is not
 * one of the fields.
 */
export function entity<
  const N extends string,
  const F extends Fields,
  const A extends Api,
  const P extends Codes,
  const S extends States = {},
>(name: N, spec: Omit<Entity<N, F, A, P, S>, 'name'>): Entity<N, F, A, P, S> {
  for (const field of [
    spec.title,
    spec.parent,
    spec.newestBy,
    spec.stateField,
    ...(spec.lookupAccess?.fields ?? []),
    ...(spec.knownBy ?? []),
    ...Object.values(spec.actionInputs ?? {}).flat(),
    ...Object.values(spec.fields).map(({ dependsOn }) => dependsOn),
  ]) {
    if (field && !(field in spec.fields)) throw new Error(`entity ${name}: no field '${field}'`)
  }
  return { name, ...spec }
}

/**
 * What an entity's screen asks first: the whole tree, or the first page of what nobody has filtered
 * yet. `{tenant}` is left open.
 */
export function firstRows(
  { api, fixedQuery, parent }: Pick<Entity, 'api' | 'fixedQuery' | 'parent'>,
  {
    pageSize = 10,
    usual = {},
  }: { pageSize?: number; usual?: Readonly<Record<string, number | string>> },
): string {
  const query = new URLSearchParams({
    ...fixedQuery,
    ...Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, String(value)])),
    ...(parent ? { size: '0' } : { page: '1', size: String(pageSize) }),
  })
  return `${api.list!.slice('GET '.length)}?${query.toString()}`
}

/** Who wrote a row and which version it is; on every row that the server answers. */
export type Written = {
  objectVersionNumber: number
  creationDate: string
  createdBy: number | null
  lastUpdateDate: string
  lastUpdatedBy: number | null
}
export type RowOf<E> = E extends Entity<string, infer F> ? Row<F> & Written : never

/** The regular five calls under one path; irregular ones are spread over it. */
export const rest = <const B extends string>(base: B) =>
  ({
    list: `GET /${base}`,
    show: `GET /${base}/{id}`,
    create: `POST /${base}`,
    edit: `PUT /${base}`,
    delete: `DELETE /${base}/{id}`,
  }) as const

/**
 * `codes('a.b', 'create', 'edit')` gives `{ create: 'a.b.create', … }`; a pair renames: `['edit',
 * 'create']`.
 */
export function codes<const N extends string>(
  prefix: string,
  ...names: (N | readonly [N, string])[]
) {
  return Object.fromEntries(
    names.map((n) => (typeof n === 'string' ? [n, `${prefix}.${n}`] : [n[0], `${prefix}.${n[1]}`])),
  ) as Record<N, string>
}

/** Whether the action is for those at the other end of this record (`othersPart`). */
export const isOthersPart = (
  { othersPart, states }: Entity,
  action: string,
  row: Record<string, unknown>,
): boolean => states?.[action] !== undefined && othersPart?.is(row) === true

/** Whether this record allows the action as it stands; server guard and button ask the same question. */
export function allowed(entity: Entity, action: string, row: Record<string, unknown>): boolean {
  if (isOthersPart(entity, action, row)) return false
  if (entity.conditions?.[action]?.(row) === false) return false
  const states = entity.states?.[action]
  const names = entity.stateField && entity.fields[entity.stateField]?.codes
  if (!states || !names) return true
  return states.some((state) => names[state] === row[entity.stateField!])
}
