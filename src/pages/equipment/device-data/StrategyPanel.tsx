import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { DeviceType } from '#contract/devices/device-type.ts'
import { collectionData } from '#contract/command/collection-calls.ts'
import { strategyList, type Strategy } from '#contract/command/strategy-calls.ts'
import { useSwitches } from '#src/features/command/use-switches.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { StrategyItem } from './StrategyItem.tsx'
import { useOfDevice, type DeviceRow } from './use-device.ts'
import './strategies.css'

// A clock brings antd's pickers along.
const StrategyDialog = lazy(() => import('./StrategyDialog.tsx'))

interface Props {
  row: DeviceRow
  type: DeviceType
  mayEdit: boolean
  mayControl: boolean
}

/** What a gateway runs by itself: as it was saved, and whether the gateway has it. */
export function StrategyPanel({ row, type, mayEdit, mayControl }: Props) {
  const t = useLabels({ module: 'equipment' })
  const { data, error, refetch } = useOfDevice(strategyList, row.id, { deviceId: row.id })
  const { data: gathered = [] } = useOfDevice(collectionData, row.id)
  const { data: switches = [] } = useSwitches(row.id)
  const [edited, setEdited] = useState<Strategy | 'new'>()
  if (error) return <LoadFailed error={error} height={200} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={3} />
  const most = type.strategies!
  const around = { deviceType: row.deviceType, switches, gathered }
  return (
    <section aria-label={t('equipment:strategies.title')}>
      <div className="strategy-head">
        <h3>{t('equipment:strategies.title')}</h3>
        <small>{t('equipment:strategies.count', { count: data.length, most })}</small>
        {mayEdit && (
          <Button
            icon={<PlusOutlined />}
            disabled={data.length >= most}
            title={data.length >= most ? t('equipment:strategies.full', { most }) : undefined}
            onClick={() => setEdited('new')}
          >
            {t('equipment:strategies.add')}
          </Button>
        )}
        <p>{t('equipment:strategies.note')}</p>
      </div>
      {data.length === 0 && (
        <EmptyState variant="noData" height={160}>
          {t('equipment:strategies.none')}
        </EmptyState>
      )}
      <ul className="strategies">
        {data.map((one) => (
          <StrategyItem
            key={one.id}
            one={one}
            around={around}
            isOnline={row.online === 1}
            mayEdit={mayEdit}
            mayControl={mayControl}
            onEdit={() => setEdited(one)}
            onChanged={() => void refetch()}
          />
        ))}
      </ul>
      {edited && (
        <Suspense>
          <StrategyDialog
            deviceId={row.id}
            one={edited === 'new' ? null : edited}
            around={around}
            onClose={() => (setEdited(undefined), void refetch())}
          />
        </Suspense>
      )}
    </section>
  )
}
