import { useList } from '@refinedev/core'
import { useEffect, useState } from 'react'
import type { Entity } from '#contract/entity.ts'
import { FieldCell } from '#src/kit/list/columns/columns.tsx'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { entityLabel, fieldLabel } from '#src/kit/definition/label.ts'
import { crudFilters, type ListLocation } from '#src/kit/list/location/list-location.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useIdentity, useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { PrintSheet } from './PrintSheet.tsx'

interface PrintListProps {
  resource: AnyResource
  names: readonly string[]
  place: ListLocation
  onDone: () => void
}

/**
 * The list as it is filtered and sorted, all its pages, on paper; its head stands on every sheet.
 */
export default function PrintList({ resource, names, place, onDone }: PrintListProps) {
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const zone = useTimeZone()
  const user = useIdentity()
  const [now] = useState(() => new Date().toISOString())
  const { result, query } = useList<Row>({
    resource: resource.screen.name,
    pagination: { mode: 'off' },
    sorters: place.sort ? [place.sort] : [],
    filters: crudFilters(place, entity, zone),
    errorNotification: false,
    liveMode: 'off',
    queryOptions: { retry: false },
  })
  const { error } = query
  useEffect(() => {
    if (!error) return
    toastRefusal(t, error)
    onDone()
  }, [error, t, onDone])
  const isCut = (result.total ?? 0) > result.data.length
  return (
    <PrintSheet isReady={query.isSuccess} onDone={onDone}>
      <h1>{t(`menus:screens.${resource.screen.name}`)}</h1>
      <p className="print-note">
        {[
          user?.tenantName,
          t('common:table.total', { count: result.total }),
          t('kit:print.by', { name: user?.realName, at: momentOf(now, zone) }),
          isCut && t('kit:print.cut', { count: result.data.length }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <table aria-label={entityLabel(t, entity)}>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name}>{fieldLabel(t, entity, name)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {result.data.map((row) => (
            <tr key={row.id}>
              {names.map((name) => (
                <td key={name}>
                  <FieldCell resource={resource} name={name} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  )
}
