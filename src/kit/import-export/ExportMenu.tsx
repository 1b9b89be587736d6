import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { lazy, Suspense, useCallback, useState } from 'react'
import type { Entity } from '#contract/entity.ts'
import { importColumns } from '#contract/import-columns.ts'
import { exportFormats, exportList, mostSheetRows } from '#contract/platform/platform-calls.ts'
import type { ListLocation } from '#src/kit/list/location/list-location.ts'
import { askedBy } from '#src/kit/list/location/list-query.ts'
import type { AnyResource } from '#src/kit/definition/resource.ts'
import { useFollowedJob } from './use-followed-job.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

const PrintList = lazy(() => import('#src/kit/print/PrintList.tsx'))

interface ExportMenuProps {
  resource: AnyResource
  names: readonly string[]
  place: ListLocation
  /** Offers a file that an import takes back. */
  mayUpdate: boolean
  /**
   * Opened by the click that fetched it; not when it only goes on following a job after a reload.
   */
  isAsked: boolean
}

const pictured: ReadonlySet<string> = new Set(['id', 'image', 'images', 'video', 'polygon'])
/** All that a cell can say of an entity, whatever its list shows. */
const tellable = ({ fields }: Entity) =>
  Object.entries(fields)
    .filter(([, { kind, inner, detailOnly }]) => !inner && !detailOnly && !pictured.has(kind))
    .map(([name]) => name)

/**
 * Takes away what the list shows: its filters, order and columns, all pages
 * (docs/specification.md 6.5).
 */
export default function ExportMenu({
  resource,
  names,
  place,
  mayUpdate,
  isAsked,
}: ExportMenuProps) {
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const zone = useTimeZone()
  const job = useFollowedJob(entity.name)
  const [isOpen, setOpen] = useState(isAsked)
  const [isPrinting, setPrinting] = useState(false)
  const handlePrinted = useCallback(() => setPrinting(false), [])
  const start = (
    format: (typeof exportFormats)[number],
    // An address of a picture says nothing in a cell.
    columns: readonly string[] = names.filter((name) => !pictured.has(entity.fields[name]!.kind)),
    again = false,
  ) => {
    const query = askedBy(entity, place, zone)
    void job.start(exportList, {
      entity: entity.name,
      format,
      columns: [...columns],
      query,
      ...(again && { again }),
    })
  }
  if (job.isRunning) {
    return (
      <Button type="text" onClick={job.cancel} aria-live="polite">
        {t('kit:export.running', { percent: job.progress })}
      </Button>
    )
  }
  const items = [
    ...exportFormats.map((key) => ({
      key,
      label: t(`kit:export.formats.${key}`, { most: mostSheetRows }),
      onClick: () => start(key),
    })),
    {
      key: 'all',
      label: t('kit:export.formats.all'),
      onClick: () => start('xlsx', tellable(entity)),
    },
    ...(mayUpdate
      ? [
          {
            key: 'again',
            label: t('kit:export.formats.again'),
            onClick: () =>
              start(
                'xlsx',
                importColumns(entity)!.map(([name]) => name),
                true,
              ),
          },
        ]
      : []),
    { key: 'print', label: t('kit:print.print'), onClick: () => setPrinting(true) },
  ]
  return (
    <>
      <Dropdown
        autoFocus
        trigger={['click']}
        placement="bottomRight"
        open={isOpen}
        onOpenChange={setOpen}
        menu={{ items }}
      >
        <Button
          type="text"
          autoFocus={isAsked}
          icon={<DownloadOutlined />}
          aria-label={t('kit:export.title')}
          title={t('kit:export.title')}
        />
      </Dropdown>
      {isPrinting && (
        <Suspense>
          <PrintList resource={resource} names={names} place={place} onDone={handlePrinted} />
        </Suspense>
      )}
    </>
  )
}
