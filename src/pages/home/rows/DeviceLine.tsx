import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import type { WaitingItem } from '#contract/home/home-calls.ts'
import { useDevicePath } from '#src/features/equipment/device-path.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { WaitingLine } from './WaitingLine.tsx'

/** A device that is not to be heard. */
export default function DeviceLine({ item }: { item: Extract<WaitingItem, { kind: 'device' }> }) {
  const { t } = useTranslation('home')
  const words = useLabels({ module: 'equipment' })
  const pathTo = useDevicePath()
  const navigate = useNavigate()
  const { device } = item
  const to = pathTo(item.id, device.deviceType as DeviceTypeName)
  return (
    <WaitingLine
      kind="device"
      tone="quiet"
      title={device.name}
      to={to}
      lead={device.lastSeenAt ? t('waiting.silent') : t('waiting.neverHeard')}
      facts={[
        words(`equipment:deviceTypes.${device.deviceType}`),
        [device.areaName, device.landName].filter(Boolean).join(' '),
      ]}
      at={item.at}
    >
      {to && (
        <Button
          aria-label={t('waiting.look', { name: device.name })}
          onClick={() => void navigate(to)}
        >
          {t('waiting.do.look')}
        </Button>
      )}
    </WaitingLine>
  )
}
