import { useList } from '@refinedev/core'
import { lazy, Suspense, useState } from 'react'
import type { Entity } from '#contract/entity.ts'
import { crudFilters, type ListLocation } from '#src/kit/list/location/list-location.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import type { AnyResource, LazyCardView, Row } from '#src/kit/definition/resource.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'

/** All rows that a list's filters find, drawn by the resource's own board. */
export default function BoardList({
  resource,
  place,
}: {
  resource: AnyResource
  place: ListLocation
}) {
  const [Board] = useState(() => lazy(resource.list.cardView as LazyCardView))
  const zone = useTimeZone()
  const filters = crudFilters(place, resource.entity as Entity, zone)
  const { result, query } = useList<Row>({
    resource: resource.screen.name,
    pagination: { mode: 'off' },
    filters,
    errorNotification: false,
    queryOptions: { retry: false },
  })
  if (query.isError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.isSuccess) return <ListSkeleton />
  return (
    <Suspense fallback={<ListSkeleton />}>
      <Board resource={resource} rows={result.data} />
    </Suspense>
  )
}
