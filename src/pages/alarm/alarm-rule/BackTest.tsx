import {
  alarmRule,
  backTestRule,
  type BackTest as Answer,
  type BackTested,
} from '#contract/alarm/alarm-rule.ts'
import { readingOf } from '#contract/alarm/alarm-reason.ts'
import { deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import { channelLabel, valueText } from '#src/features/equipment/reading-words.ts'
import { levelText, levelTone } from '#src/features/alarm/alarm-words.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { formBody } from '#src/kit/form/values/form-value.ts'
import type { FormFooterProps } from '#src/kit/definition/resource.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { TryDraft } from '#src/kit/form/draft/TryDraft.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import './back-test.css'

/** What the rule that is being written would have done with last week's values. */
export default function BackTest({ value, names, kind }: FormFooterProps) {
  const t = useLabels({ module: 'equipment' })
  return (
    <TryDraft
      call={backTestRule}
      body={formBody(alarmRule.fields, names, value, kind)}
      className="back-test"
      title={t('equipment:backTest.run')}
      mistakeOf={(name, text) => `${t(`equipment:alarmRule.fields.${name}`)}: ${text}`}
    >
      {(answer, isOld) => (
        <Outcome
          answer={answer}
          type={value.deviceType as DeviceTypeName}
          isCount={value.trigger === 'count'}
          isOld={isOld}
        />
      )}
    </TryDraft>
  )
}

function Outcome({
  answer,
  type,
  isCount,
  isOld,
}: {
  answer: Answer
  type: DeviceTypeName
  isCount: boolean
  isOld: boolean
}) {
  const t = useLabels({ module: 'equipment' })
  const { total, notices, devices, samples, alarms, isCut } = answer
  return (
    <>
      {isOld && <p>{t('equipment:backTest.again')}</p>}
      <p>
        <strong>
          {total === 0
            ? t('equipment:backTest.none')
            : t('equipment:backTest.total', { total, notices })}
        </strong>
      </p>
      <p>
        {t('equipment:backTest.looked', { devices, samples })}
        {isCut && ` ${t('equipment:backTest.isCut')}`}
      </p>
      {alarms.length > 0 && (
        <ol>
          {alarms.map((one) => (
            <Line
              key={`${one.deviceId}-${one.metric}-${one.beganAt}`}
              one={one}
              type={type}
              isCount={isCount}
            />
          ))}
        </ol>
      )}
    </>
  )
}
function Line({ one, type, isCount }: { one: BackTested; type: DeviceTypeName; isCount: boolean }) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const reading = readingOf(deviceTypes[type], one.metric)
  return (
    <li>
      <StatusTag tone={levelTone[one.level]}>{levelText(t, one.level)}</StatusTag>
      <span>
        {momentOf(one.beganAt, zone)} –{' '}
        {one.clearedAt ? momentOf(one.clearedAt, zone) : t('equipment:backTest.stillOn')}
      </span>
      <span>{one.deviceName}</span>
      {one.metric && (
        <span>
          {one.channelName ?? channelLabel(t, type, deviceTypes[type], one.metric)}
          {reading &&
            one.peak !== null &&
            ` ${isCount ? t('equipment:backTest.times', { count: one.peak }) : valueText(t, reading, one.peak)}`}
        </span>
      )}
    </li>
  )
}
