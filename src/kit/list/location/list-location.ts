import type { CrudFilter, CrudSort } from '@refinedev/core'
import type { Entity } from '#contract/entity.ts'
import type { Field } from '#contract/field.ts'
import { baseName } from '#contract/placing.ts'
import { edgeOfDay } from '#src/kit/fields/date/day-text.ts'

/**
 * Where a list stands: all of it lives in the page address (docs/specification.md 5.1), so Back,
 * reload and a copied link agree.
 */
export interface ListLocation {
  page: number
  size: number
  sort: CrudSort | null
  filters: Filters
  /** The base that is chosen in the head of the page: the outermost condition, in no address of the list's. */
  base?: number | null
}
type Filters = Readonly<Record<string, unknown>>
/**
 * The server gives no more than the largest at once; the larger ones are drawn as far as they are
 * in sight.
 */
export const pageSizes = [10, 20, 50, 100, 500, 2000] as const
const mostPages = 100_000
const day = /^\d{4}-\d{2}-\d{2}$/

function readFilter(field: Field, text: string): unknown {
  if (!text || text.includes('\0')) return undefined
  switch (field.kind) {
    case 'date':
    case 'dateRange':
    case 'moment': {
      const days = text.split('~')
      return days.length === 2 && days.every((one) => day.test(one)) ? days : undefined
    }
    case 'choice':
      return Object.values(field.codes ?? {}).includes(text) ? text : undefined
    case 'code':
    case 'flag': {
      const known = Object.values({ ...field.codes, ...field.filterCodes })
      return known.includes(Number(text)) ? Number(text) : undefined
    }
    case 'integer':
    case 'ref':
    case 'refs':
      return Number.isSafeInteger(Number(text)) ? Number(text) : undefined
    default:
      return text.slice(0, field.max ?? 100)
  }
}

/**
 * The place an address speaks of. What it says wrongly counts as not said. `usual` holds where it
 * names no filter and does
 * not say that there is none: a link that asks for something is answered with all of it.
 */
export function readLocation(
  search: string,
  entity: Entity,
  names: readonly string[],
  defaultSize: number,
  usual: Filters = {},
): ListLocation {
  const query = new URLSearchParams(search)
  const page = Number(query.get('page') ?? 1)
  const size = Number(query.get('size') ?? defaultSize)
  const [field = '', order] = (query.get('sort') ?? '').split(',')
  const isSort = field in entity.fields && (order === 'asc' || order === 'desc')
  const filters = names.flatMap((name) => {
    const value = readFilter(entity.fields[name]!, query.get(name) ?? '')
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    page: Number.isSafeInteger(page) && page >= 1 && page <= mostPages ? page : 1,
    size: ([...pageSizes, defaultSize] as number[]).includes(size) ? size : defaultSize,
    sort: isSort ? { field, order } : null,
    filters:
      filters.length > 0 || query.get('filter') === 'none' ? Object.fromEntries(filters) : usual,
  }
}

const isBlank = (value: unknown) => value === undefined || value === null || value === ''
export const isSameFilters = (one: Filters, other: Filters) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (name) => one[name] === other[name],
  )

/** The address of a place; what is usual is left out, and what is not the list's own stays. */
export function writeLocation(
  search: string,
  { page, size, sort, filters }: ListLocation,
  names: readonly string[],
  defaultSize: number,
  usual: Filters = {},
): string {
  const query = new URLSearchParams(search)
  const put = (name: string, text: string | null) =>
    text ? query.set(name, text) : query.delete(name)
  put('page', page > 1 ? String(page) : null)
  put('size', size === defaultSize ? null : String(size))
  put('sort', sort && `${sort.field},${sort.order}`)
  const asked = Object.fromEntries(Object.entries(filters).filter(([, value]) => !isBlank(value)))
  const isUsual = isSameFilters(asked, usual)
  put('filter', !isUsual && Object.keys(asked).length === 0 ? 'none' : null)
  for (const name of names) {
    const value = isUsual ? null : asked[name]
    put(name, isBlank(value) ? null : Array.isArray(value) ? value.join('~') : String(value).trim())
  }
  return query.toString()
}

/** The same filters as refine's data layer asks them; days become instants in the tenant's zone. */
export function crudFilters(
  { filters, base }: Pick<ListLocation, 'filters' | 'base'>,
  entity: { fields: Readonly<Record<string, Pick<Field, 'kind'>>> },
  timeZone: string,
): CrudFilter[] {
  const outer: CrudFilter[] = base ? [{ field: baseName, operator: 'eq', value: base }] : []
  const inner = Object.entries(filters).map(([field, value]): CrudFilter => {
    const { kind } = entity.fields[field]!
    if (Array.isArray(value)) {
      const [from, to] = value as [string, string]
      const bounds =
        kind !== 'moment'
          ? [from, to]
          : [edgeOfDay(from, 'start', timeZone), edgeOfDay(to, 'end', timeZone)]
      return { field, operator: 'between', value: bounds }
    }
    return { field, operator: kind === 'text' || kind === 'phone' ? 'contains' : 'eq', value }
  })
  return [...outer, ...inner]
}

/**
 * When the last row of a page is deleted the list steps back by one, never below 1
 * (docs/specification.md 5.2).
 */
export const pageAfterDelete = (page: number, rowsOnPage: number, deleted: number) =>
  deleted >= rowsOnPage ? Math.max(1, page - 1) : page
