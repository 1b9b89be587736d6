import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import type { WaitingItem } from '#contract/home/home-calls.ts'
import { effectLabel, placeLabel } from '#src/features/command/control-words.ts'
import { useDevicePath } from '#src/features/equipment/device-path.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { WaitingLine } from './WaitingLine.tsx'

/** An order that its device has not confirmed, though it usually has by now. */
export default function CommandLine({ item }: { item: Extract<WaitingItem, { kind: 'command' }> }) {
  const { t, i18n } = useTranslation('home')
  const words = useLabels({ module: 'equipment' })
  const pathTo = useDevicePath()
  const navigate = useNavigate()
  const { command } = item
  const { deviceId, deviceName, deviceType, switchName, channel, effect, usualMs } = command
  const circuit = channel.split('.')[1]
  const place = {
    actuator: command.actuator,
    actuatorCircuit: circuit === undefined ? null : Number(circuit),
  }
  const to = pathTo(deviceId, deviceType as DeviceTypeName)
  const usual =
    usualMs === null
      ? null
      : t('waiting.usual', {
          seconds: (usualMs / 1000).toLocaleString(i18n.language, { maximumFractionDigits: 1 }),
        })
  return (
    <WaitingLine
      kind="command"
      tone="warn"
      title={`${deviceName} · ${switchName ?? placeLabel(words, deviceType, place)}`}
      to={to}
      lead={t('waiting.unconfirmed')}
      facts={[effectLabel(words, effect, command), usual]}
      at={item.at}
    >
      {to && (
        <Button
          aria-label={t('waiting.look', { name: deviceName })}
          onClick={() => void navigate(to)}
        >
          {t('waiting.do.look')}
        </Button>
      )}
    </WaitingLine>
  )
}
