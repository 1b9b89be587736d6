import type { CrudFilter, CrudFilters, CrudOperators, CrudSort } from '@refinedev/core'
import type { EntityOutline } from '#contract/outlines.ts'

type Query = Record<string, unknown>
type Asked = Pick<EntityOutline, 'fields' | 'fixedQuery'>

const suffixes: Partial<Record<CrudOperators, string>> = {
  eq: '',
  contains: '',
  ne: 'Not',
  startswith: 'StartsWith',
  gte: 'From',
  lte: 'To',
}

/** Several, any of which will do: each is one question of fields. */
function anyOf(several: CrudFilter[]): string {
  const each = several.map((one) =>
    Object.entries(asked(one)).map(([name, value]) => [name, String(value)] as const),
  )
  if (each.some((one) => one.some(([name]) => name === 'anyOf')))
    throw new Error("filter: 'or' within 'or' is not supported")
  return JSON.stringify(each.map((one) => Object.fromEntries(one)))
}

/**
 * One question as the services take it (docs/ARCHITECTURE.md). simple-rest turns an operator it
 * does not know into equality; ours is refused.
 */
function asked(filter: CrudFilter): Query {
  if (!('field' in filter))
    return filter.operator === 'or' ? { anyOf: anyOf(filter.value) } : together(filter.value)
  const { field, operator, value } = filter
  const suffix = suffixes[operator]
  if (suffix !== undefined) return { [`${field}${suffix}`]: value }
  if (operator === 'in') return { [field]: [value].flat().join(',') }
  if (operator === 'nin') return { [`${field}Not`]: [value].flat().join(',') }
  if (operator === 'null' || operator === 'nnull')
    return { [`${field}Null`]: operator === 'null' ? 1 : 0 }
  if (operator === 'between') {
    const [from, to] = [value].flat() as unknown[]
    return { [`${field}From`]: from, [`${field}To`]: to }
  }
  throw new Error(`filter: '${operator}' on ${field} is not supported`)
}
function together(all: CrudFilter[]): Query {
  if (all.filter((one) => !('field' in one) && one.operator === 'or').length > 1)
    throw new Error("filter: a second 'or' is not supported")
  return Object.assign({}, ...all.map(asked)) as Query
}

/**
 * Codes such as `all` stand for "not asked" and stay at home (docs/specification.md 1.9), as do
 * empty values.
 */
function filterQuery(entity: Asked, filters: CrudFilters = []): Query {
  const isAll = (filter: CrudFilter) =>
    'field' in filter &&
    Object.values(entity.fields[filter.field]?.filterCodes ?? {}).includes(filter.value as number)
  return together(filters.filter((filter) => !isAll(filter)))
}
const sortQuery = ([sorter]: CrudSort[] = []) =>
  sorter ? { sort: `${sorter.field},${sorter.order}` } : {}

/**
 * What a list asks of its service, but for the page: the same for its rows and for their export.
 */
export const listQuery = (entity: Asked, filters?: CrudFilters, sorters?: CrudSort[]): Query => ({
  ...entity.fixedQuery,
  ...filterQuery(entity, filters),
  ...sortQuery(sorters),
})
