import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { acknowledgeAlarms, alarmCount, alarms, alarmScreen } from '#contract/alarm/alarm-calls.ts'
import { baseStates } from '#contract/home/base-calls.ts'
import { homeWaiting, type WaitingItem } from '#contract/home/home-calls.ts'
import { reasonText } from '#src/features/alarm/alarm-words.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { WaitingLine } from './WaitingLine.tsx'

/** An alarm that nobody has taken note of. */
export default function AlarmLine({ item }: { item: Extract<WaitingItem, { kind: 'alarm' }> }) {
  const { t } = useTranslation('home')
  const words = useLabels({ module: 'equipment' })
  const may = useGranted(alarmScreen.buttons.acknowledge as string)
  const { alarm } = item
  const acknowledging = useCallAction(acknowledgeAlarms, {
    said: t('waiting.acknowledged', { name: alarm.deviceName }),
    invalidates: [homeWaiting, alarms, alarmCount, baseStates],
  })
  const to = `${alarmScreen.route}?alarm=${alarm.id}`
  return (
    <WaitingLine
      kind="alarm"
      tone={alarm.level === 1 ? 'quiet' : alarm.level === 2 ? 'warn' : 'bad'}
      title={`${alarm.deviceName} · ${alarm.ruleName}`}
      to={to}
      lead={reasonText(words, alarm)}
      facts={[[alarm.areaName, alarm.landName].filter(Boolean).join(' ')]}
      at={item.at}
    >
      {may && (
        <Button
          type="primary"
          loading={acknowledging.isBusy}
          aria-label={t('waiting.acknowledge', { name: alarm.deviceName })}
          onClick={() => void acknowledging.send({ ids: [alarm.id] })}
        >
          {t('waiting.do.acknowledge')}
        </Button>
      )}
      <Link
        className="ant-btn home-link"
        to={to}
        aria-label={t('waiting.look', { name: alarm.deviceName })}
      >
        {t('waiting.do.look')}
      </Link>
    </WaitingLine>
  )
}
