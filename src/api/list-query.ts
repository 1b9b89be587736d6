import type { CrudFilter, CrudFilters, CrudSort } from '@refinedev/core'
import type { Entity } from '#contract/entity.ts'

type Query = Record<string, unknown>

/**
 * One field's question. simple-rest turns an operator it does not know into equality; ours is
 * refused.
 */
function asked(filter: CrudFilter): Query {
  if (!('field' in filter)) throw new Error(`filter: '${filter.operator}' is not supported`)
  const { field, operator, value } = filter
  if (operator === 'eq' || operator === 'contains') return { [field]: value }
  if (operator === 'in') return { [field]: [value].flat().join(',') }
  if (operator === 'gte') return { [`${field}From`]: value }
  if (operator === 'lte') return { [`${field}To`]: value }
  if (operator === 'between') {
    const [from, to] = [value].flat() as unknown[]
    return { [`${field}From`]: from, [`${field}To`]: to }
  }
  throw new Error(`filter: '${operator}' on ${field} is not supported`)
}

/**
 * Codes such as `all` stand for "not asked" and stay at home (docs/specification.md 1.9), as do
 * empty values.
 */
function filterQuery(entity: Entity, filters: CrudFilters = []): Query {
  const isAll = (filter: CrudFilter) =>
    'field' in filter &&
    Object.values(entity.fields[filter.field]?.filterCodes ?? {}).includes(filter.value as number)
  return Object.assign({}, ...filters.filter((filter) => !isAll(filter)).map(asked)) as Query
}
const sortQuery = ([sorter]: CrudSort[] = []) =>
  sorter ? { sort: `${sorter.field},${sorter.order}` } : {}

/**
 * What a list asks of its service, but for the page: the same for its rows and for their export.
 */
export const listQuery = (entity: Entity, filters?: CrudFilters, sorters?: CrudSort[]): Query => ({
  ...entity.fixedQuery,
  ...filterQuery(entity, filters),
  ...sortQuery(sorters),
})
