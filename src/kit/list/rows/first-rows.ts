import type { BaseRecord, GetListResponse } from '@refinedev/core'
import { isSameFilters, type ListLocation } from '#src/kit/list/location/list-location.ts'

let given: { screen: string; base: number | null; rows: GetListResponse } | undefined

/** Rows that arrived before anything was drawn, so that the list is drawn once: with them. */
export function giveFirstRows(screen: string, base: number | null, rows: GetListResponse): void {
  given = { screen, base, rows }
}

/** They answer the list that nobody has asked anything of yet; given once. */
export function takeFirstRows<Row extends BaseRecord>(
  screen: string,
  { page, sort, filters, base = null }: ListLocation,
  usual: ListLocation['filters'],
): GetListResponse<Row> | undefined {
  const rows =
    given?.screen === screen &&
    given.base === base &&
    page === 1 &&
    !sort &&
    isSameFilters(filters, usual)
      ? given.rows
      : undefined
  given = undefined
  return rows as GetListResponse<Row> | undefined
}
