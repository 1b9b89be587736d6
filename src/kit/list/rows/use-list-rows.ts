import { useList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Entity } from '#contract/entity.ts'
import { takeFirstRows } from './first-rows.ts'
import { crudFilters, type ListLocation } from '#src/kit/list/location/list-location.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'

const nothing = {}

/**
 * The rows of a place. Rows seen before are shown at once and looked up again behind
 * (docs/specification.md 4.12).
 */
export function useListRows(
  { entity, screen }: AnyResource,
  place: ListLocation,
  onMove: (change: Partial<ListLocation>, options?: { replace?: boolean }) => void,
) {
  const zone = useTimeZone()
  const isTree = (entity as Entity).parent !== undefined
  const filters = useMemo(() => crudFilters(place, entity, zone), [place, entity, zone])
  const { query, result } = useList<Row>({
    resource: screen.name,
    pagination: isTree ? { mode: 'off' } : { currentPage: place.page, pageSize: place.size },
    sorters: place.sort ? [place.sort] : [],
    filters,
    queryOptions: {
      placeholderData: keepPreviousData,
      retry: false,
      initialData: () => takeFirstRows<Row>(screen.name, place, screen.usual ?? nothing),
    },
    errorNotification: false,
  })
  const total = result.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / place.size))
  // Someone else deleted the last page: go to the one that is last now, without a step for Back.
  const isBeyond =
    !isTree && query.isSuccess && !query.isPlaceholderData && total > 0 && place.page > lastPage
  useEffect(() => {
    if (isBeyond) onMove({ page: lastPage }, { replace: true })
  }, [isBeyond, lastPage, onMove])
  return { rows: result.data, total, isCut: (result as { isCut?: boolean }).isCut ?? false, query }
}
