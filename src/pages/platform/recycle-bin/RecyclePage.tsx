import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { entityOutlines } from '#contract/outlines.ts'
import {
  purgeRecord,
  recycled,
  recycleDays,
  restoreRecord,
  type RecycledRow,
} from '#contract/platform/recycle-calls.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { subscribe } from '#src/api/live.ts'
import { useDefinition } from '#src/kit/definition/definition-context.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { RowsTable } from '#src/kit/list/RowsTable.tsx'
import { useCallList } from '#src/kit/list/rows/use-call-list.ts'
import { useEntityNames } from '#src/kit/definition/use-entity-names.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { FilterBar } from '#src/ui/FilterBar.tsx'
import { filterItems } from '#src/ui/filter-items.tsx'

const filterNames = ['entity', 'title'] as const
const asked = (filters: Readonly<Record<string, string>>) => filters
const actions = ['list', 'purge']

/** Deleted records of the last thirty days, to have back or to delete for good. */
export default function RecyclePage() {
  const t = useLabels({ module: 'system' })
  const zone = useTimeZone()
  const nameOf = useEntityNames()
  const may = usePermissions(useDefinition(), actions)
  const list = useCallList(recycled, filterNames, asked)
  const { refetch } = list.query
  const [draft, setDraft] = useState(list.place.filters)
  const field = filterItems('recycle', draft, (name, value) =>
    setDraft({ ...draft, [name]: value ?? '' }),
  )
  useEffect(() => {
    const stops = entityOutlines.map(({ name }) => subscribe(name, () => void refetch()))
    return () => stops.forEach((stop) => stop())
  }, [refetch])
  const restoration = useCallAction(restoreRecord, {
    said: t('kit:list.done', { action: t('common:actions.restore') }),
    invalidates: [recycled],
  })
  const purging = useCallAction(purgeRecord, {
    asks: ({ id }) => ({
      title: t('system:recycle.confirmPurge'),
      body: list.rows.find((row) => row.id === id)?.title ?? '',
      go: t('common:actions.purge'),
      isDanger: true,
    }),
    said: t('kit:list.done', { action: t('common:actions.purge') }),
    invalidates: [recycled],
  })
  const restore = ({ entity, recordId }: RecycledRow) => restoration.send({ entity, recordId })
  const purge = ({ id }: RecycledRow) => purging.send({ id })
  return (
    <>
      <FilterBar
        label={t('kit:list.searchFor', { name: t('menus:screens.recycle-bin') })}
        items={[
          field.choice(
            'entity',
            t('system:recycle.entity'),
            entityOutlines
              .filter(({ deletion, variantOf }) => deletion !== 'gone' && !variantOf)
              .map(({ name }) => ({ value: name, label: nameOf(name) })),
          ),
          field.text('title', t('system:recycle.record')),
        ]}
        onSearch={() => list.move({ page: 1, filters: draft })}
        onReset={() => {
          setDraft({})
          list.move({ page: 1, filters: {} })
        }}
      />
      <p>{t('system:recycle.note', { days: recycleDays })}</p>
      <RowsTable
        list={list}
        empty={t('system:recycle.empty')}
        rowKey={(row) => row.id}
        columns={[
          { key: 'title', title: t('system:recycle.record'), render: (row) => row.title },
          { key: 'entity', title: t('system:recycle.entity'), render: (row) => nameOf(row.entity) },
          {
            key: 'deletedAt',
            title: t('system:recycle.at'),
            render: (row) => momentOf(row.deletedAt, zone),
          },
          {
            key: 'deletedByName',
            title: t('system:recycle.by'),
            render: (row) => row.deletedByName,
          },
          {
            key: 'actions',
            title: t('common:table.actions'),
            render: (row) => (
              <span className="kit-actions">
                <Button size="small" type="link" onClick={() => void restore(row)}>
                  {t('common:actions.restore')}
                </Button>
                {may?.purge && (
                  <Button size="small" type="link" danger onClick={() => void purge(row)}>
                    {t('common:actions.purge')}
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
    </>
  )
}
