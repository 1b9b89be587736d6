import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { channelOf } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import {
  collectionData,
  deleteCollection,
  type CollectionItem,
} from '#contract/command/collection-calls.ts'
import { describe } from '#contract/telemetry/expression.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { ageOf } from '#src/features/equipment/age.ts'
import { channelLabel, valueText } from '#src/features/equipment/reading-words.ts'
import { useNow } from '#src/features/equipment/use-now.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { CollectionDialog } from './CollectionDialog.tsx'
import { CollectionExport } from './CollectionExport.tsx'
import { CollectionStanding } from './CollectionStanding.tsx'
import { gatheredLabel } from './strategy-words.ts'
import { useOfDevice, type DeviceRow } from './use-device.ts'
import './strategies.css'

/** What a gateway gathers of the devices around it. */
export function CollectionPanel({ row, mayEdit }: { row: DeviceRow; mayEdit: boolean }) {
  const t = useLabels({ module: 'equipment' })
  const { data, error, refetch } = useOfDevice(collectionData, row.id)
  const [isAdding, setAdding] = useState(false)
  const removal = useCallAction(deleteCollection, {
    asks: ({ id }) => ({
      title: t('equipment:collection.confirmRemove', {
        name: gatheredLabel(
          t,
          data!.find((one) => one.id === id)!,
        ),
      }),
      go: t('equipment:collection.remove'),
      isDanger: true,
    }),
    said: t('equipment:collection.removed'),
    invalidates: [collectionData],
  })
  if (error) return <LoadFailed error={error} height={200} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={3} />
  return (
    <section aria-label={t('equipment:collection.title')}>
      <div className="strategy-head">
        <h3>{t('equipment:collection.title')}</h3>
        <CollectionStanding id={row.id} mayEdit={mayEdit && row.enabledFlag === 1} />
        {data.length > 0 && <CollectionExport id={row.id} />}
        {mayEdit && (
          <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t('equipment:collection.add')}
          </Button>
        )}
        <p>{t('equipment:collection.note')}</p>
      </div>
      {data.length === 0 && (
        <EmptyState variant="noData" height={160}>
          {t('equipment:collection.none')}
        </EmptyState>
      )}
      {data.length > 0 && (
        <div className="collected">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('equipment:collection.device')}</th>
                <th scope="col">{t('equipment:collection.channels')}</th>
                <th scope="col">{t('equipment:collection.newest')}</th>
                <th scope="col">{t('equipment:collection.time')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {data.map((one) => (
                <Line
                  key={one.id}
                  one={one}
                  onRemove={mayEdit ? () => void removal.send({ id: one.id }) : undefined}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isAdding && (
        <CollectionDialog row={row} onClose={() => (setAdding(false), void refetch())} />
      )}
    </section>
  )
}

function Line({ one, onRemove }: { one: CollectionItem; onRemove?: (() => void) | undefined }) {
  const t = useLabels({ module: 'equipment' })
  const { i18n } = useTranslation()
  const now = useNow(10_000)
  const type = deviceTypeNamed(one.deviceType)
  const reading = channelOf(type, one.metric)?.reading
  const label = one.name || channelLabel(t, one.deviceType, type, one.metric)
  const value =
    one.newestData === null || !reading
      ? null
      : (describe(one.description, one.newestData, reading.decimals) ??
        valueText(t, reading, one.newestData))
  return (
    <tr>
      <th scope="row">{one.deviceName}</th>
      <td>{label}</td>
      <td>{value ?? t('equipment:collection.never')}</td>
      <td>{one.newestTime && ageOf(one.newestTime, now, i18n.language)}</td>
      <td>
        {onRemove && (
          <Button
            type="link"
            danger
            size="small"
            aria-label={`${t('equipment:collection.remove')} ${gatheredLabel(t, one)}`}
            onClick={onRemove}
          >
            {t('equipment:collection.remove')}
          </Button>
        )}
      </td>
    </tr>
  )
}
