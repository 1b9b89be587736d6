import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { controlRuleScreen } from '#contract/automation/control-rule.ts'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import type { WaitingItem } from '#contract/home/home-calls.ts'
import { useDevicePath } from '#src/features/equipment/device-path.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { WaitingLine } from './WaitingLine.tsx'

/** A rule or a strategy that its clock sets off within a day. */
export default function RunLine({ item }: { item: Extract<WaitingItem, { kind: 'run' }> }) {
  const { t } = useTranslation('home')
  const zone = useTimeZone()
  const pathTo = useDevicePath()
  const navigate = useNavigate()
  const { run } = item
  const to =
    run.of === 'rule'
      ? `${controlRuleScreen.route}?open=show&id=${item.id}`
      : pathTo(run.deviceId, run.deviceType as DeviceTypeName)
  return (
    <WaitingLine
      kind="run"
      tone="quiet"
      title={run.name}
      to={to}
      lead={item.at && momentOf(item.at, zone).slice(5, 16)}
      facts={[t(`waiting.run.${run.of}`), run.of === 'strategy' && run.deviceName]}
      at={null}
    >
      {to && (
        <Button
          aria-label={t('waiting.look', { name: run.name })}
          onClick={() => void navigate(to)}
        >
          {t('waiting.do.look')}
        </Button>
      )}
    </WaitingLine>
  )
}
