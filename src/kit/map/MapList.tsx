import { useList } from '@refinedev/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Entity } from '#contract/entity.ts'
import type { Ground } from '#contract/ground.ts'
import { entityLabel } from '#src/kit/definition/label.ts'
import { crudFilters, type ListLocation } from '#src/kit/list/location/list-location.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import type { AnyResource, LazyMapLayer, Row } from '#src/kit/definition/resource.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import Plots from './Plots.tsx'

interface MapListProps {
  resource: AnyResource
  place: ListLocation
  onShow?: (row: Row) => void
}

/**
 * All rows that a list's filters find, where they lie. Those that nobody has drawn yet are counted.
 */
export default function MapList({ resource, place, onShow }: MapListProps) {
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const zone = useTimeZone()
  const { result, query } = useList<Row>({
    resource: resource.screen.name,
    pagination: { mode: 'off' },
    filters: crudFilters(place, entity, zone),
    errorNotification: false,
    queryOptions: { retry: false },
  })
  const field = resource.list.map as string
  const [OnMap] = useState(
    () => resource.list.mapLayer && lazy(resource.list.mapLayer as LazyMapLayer),
  )
  const areas = useMemo(
    () => [
      ...new Set(result.data.flatMap(({ areaId }) => (typeof areaId === 'number' ? [areaId] : []))),
    ],
    [result.data],
  )
  const plots = useMemo(
    () =>
      result.data.flatMap((row) =>
        Array.isArray(row[field])
          ? [
              {
                id: row.id,
                title: String(row[entity.title] ?? ''),
                corners: row[field] as Ground,
              },
            ]
          : [],
      ),
    [result.data, field, entity],
  )
  if (query.isError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.isSuccess) return <ListSkeleton />
  return (
    <figure className="map-fact map-list">
      {/* Another set of rows is another piece of the earth. */}
      <Plots
        key={plots.map(({ id }) => id).join()}
        plots={plots}
        label={entityLabel(t, entity)}
        over={
          OnMap &&
          ((scene, shownAt) => (
            <Suspense>
              <OnMap scene={scene} areas={areas} shownAt={shownAt} />
            </Suspense>
          ))
        }
        onPick={onShow && ((id) => onShow(result.data.find((row) => row.id === id)!))}
      />
      <figcaption>
        {t('kit:map.shown', { count: plots.length, rest: result.data.length - plots.length })}
      </figcaption>
    </figure>
  )
}
