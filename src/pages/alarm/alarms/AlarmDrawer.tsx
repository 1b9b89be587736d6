import { Drawer } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmDetail, type AlarmRow } from '#contract/alarm/alarm-calls.ts'
import { deviceCommand, type CommandRow } from '#contract/command/command.ts'
import { measuredTriggers } from '#contract/alarm/alarm-rule.ts'
import { readingOf } from '#contract/alarm/alarm-reason.ts'
import { deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { levelText, levelTone, reasonText, stateTone } from '#src/features/alarm/alarm-words.ts'
import { CommandEnd } from '#src/features/command/CommandCells.tsx'
import { placeLabel } from '#src/features/command/control-words.ts'
import '#src/features/command/control.css'
import { DevicePlace } from '#src/features/equipment/DevicePlace.tsx'
import { durationText, lengthBetween } from '#src/features/telemetry/length.ts'
import { valueText } from '#src/features/equipment/reading-words.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { Permissions } from '#src/kit/app/use-permissions.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { useNarrow } from '#src/ui/use-width.ts'
import '#src/kit/form/form.css'
import { AlarmActions } from './AlarmActions.tsx'
import { AlarmJournal, AlarmNotices } from './AlarmJournal.tsx'

const AlarmCurve = lazy(() => import('./AlarmCurve.tsx'))

interface Props {
  id: number
  may: Permissions
  onClose: () => void
  onChanged: () => void
}

/** One alarm: why it came, the curve that shows it, what was done and who was told. */
export default function AlarmDrawer({ id, may, onClose, onChanged }: Props) {
  const t = useLabels({ module: 'equipment' })
  const isNarrow = useNarrow()
  const { data, error, refetch, dataUpdatedAt } = useCall(alarmDetail, { id })
  return (
    <Drawer
      open
      width={isNarrow ? '100%' : 760}
      title={data ? `${data.alarm.ruleName} · ${data.alarm.deviceName}` : t('equipment:alarm.name')}
      onClose={onClose}
      destroyOnHidden
    >
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <ListSkeleton rows={8} />}
      {data && (
        <article className="alarm-detail">
          <AlarmActions
            alarm={data.alarm}
            may={may}
            onChanged={() => {
              void refetch()
              onChanged()
            }}
          />
          <Facts alarm={data.alarm} now={dataUpdatedAt} />
          <section aria-label={t('equipment:alarm.curve')}>
            <h2>{t('equipment:alarm.curve')}</h2>
            <Suspense fallback={<ListSkeleton rows={6} />}>
              <AlarmCurve alarm={data.alarm} />
            </Suspense>
          </section>
          <AlarmOrders commands={data.commands} />
          <AlarmJournal alarm={data.alarm} journal={data.journal} />
          <AlarmNotices notices={data.notices} />
        </article>
      )}
    </Drawer>
  )
}

/** What the alarm told devices to do, and what became of each order. */
function AlarmOrders({ commands }: { commands: readonly CommandRow[] }) {
  const t = useLabels(deviceCommand)
  if (commands.length === 0) return null
  return (
    <section aria-label={t('equipment:alarm.orders')}>
      <h2>{t('equipment:alarm.orders')}</h2>
      <ul className="control-results">
        {commands.map((command) => (
          <li key={command.id}>
            <span>
              {command.deviceName} ·{' '}
              {command.switchName ||
                placeLabel(t, command.deviceType, {
                  actuator: command.actuator,
                  actuatorCircuit: Number(command.channel.split('.')[1]) || null,
                })}
            </span>
            <CommandEnd command={command} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Facts({ alarm, now }: { alarm: AlarmRow; now: number }) {
  const t = useLabels({ module: 'equipment' })
  const { i18n } = useTranslation()
  const zone = useTimeZone()
  const { limits, trigger, metric, state, level, value, peak, beganAt, clearedAt } = alarm
  const reading = readingOf(deviceTypes[alarm.deviceType as DeviceTypeName], metric)
  const inWords = (number: number | null) =>
    reading && number !== null ? valueText(t, reading, number) : number
  const isMeasured = measuredTriggers.includes(trigger)
  const told = (seconds: number) => durationText(seconds, i18n.language)
  const rules = [
    isMeasured &&
      limits.durationSeconds > 0 &&
      t('equipment:alarm.duration', { length: told(limits.durationSeconds) }),
    (trigger === 'threshold' || trigger === 'count') &&
      limits.hysteresis &&
      t('equipment:alarm.hysteresis', { value: inWords(limits.hysteresis) }),
    isMeasured &&
      limits.clearSeconds > 0 &&
      t('equipment:alarm.clearAfter', { length: told(limits.clearSeconds) }),
    limits.silenceSeconds > 0 &&
      t('equipment:alarm.silence', { length: told(limits.silenceSeconds) }),
    t(limits.repeatFlag === 1 ? 'equipment:alarm.repeating' : 'equipment:alarm.once'),
  ]
    .filter(Boolean)
    .join(' · ')
  const facts: [string, React.ReactNode][] = [
    [
      t('equipment:alarm.level'),
      <StatusTag key="level" tone={levelTone[level]}>
        {levelText(t, level)}
      </StatusTag>,
    ],
    [
      t('equipment:alarm.state'),
      <StatusTag key="state" tone={stateTone[state]}>
        {t(`equipment:alarm.states.${state}`)}
      </StatusTag>,
    ],
    [t('equipment:alarm.reason'), reasonText(t, alarm)],
    [t('equipment:alarm.facts'), rules],
    [
      t('equipment:alarm.device'),
      <DevicePlace
        key="device"
        id={alarm.deviceId}
        name={alarm.deviceName}
        type={alarm.deviceType}
      />,
    ],
    [
      t('equipment:alarm.area'),
      [alarm.areaName, alarm.landName].filter(Boolean).join(' · ') || '–',
    ],
    [t('equipment:alarm.began'), momentOf(beganAt, zone)],
    [t('equipment:alarm.lasted'), lengthBetween(beganAt, clearedAt, now, i18n.language)],
    ...(trigger === 'threshold' && value !== null
      ? ([
          [t('equipment:alarm.current'), inWords(value)],
          [t('equipment:alarm.peak'), inWords(peak)],
        ] as [string, React.ReactNode][])
      : []),
    ...(alarm.acknowledgedAt
      ? ([
          [
            t('equipment:alarm.handling'),
            t('equipment:alarm.acknowledged', { name: alarm.acknowledgedByName ?? '–' }),
          ],
        ] as [string, React.ReactNode][])
      : []),
    ...(alarm.assigneeName
      ? ([[t('equipment:alarm.assignee'), alarm.assigneeName]] as [string, React.ReactNode][])
      : []),
    ...(alarm.mutedUntil
      ? ([
          [
            t('equipment:alarm.mute'),
            `${t('equipment:alarm.mutedUntil', { at: momentOf(alarm.mutedUntil, zone).slice(5, 16) })} · ${alarm.muteReason ?? ''}`,
          ],
        ] as [string, React.ReactNode][])
      : []),
  ]
  return (
    <dl className="kit-facts">
      {facts.map(([name, shown]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{shown}</dd>
        </div>
      ))}
    </dl>
  )
}
