import { Alert, Button, Form } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { understands } from '#contract/devices/protocols.ts'
import type { DeviceType, Setting } from '#contract/devices/device-type.ts'
import {
  deviceSettings,
  saveDeviceSettings,
  type HeldSetting,
} from '#contract/equipment/setting-calls.ts'
import { call } from '#src/api/call.ts'
import { ageOf } from '#src/devices/age.ts'
import { isOpenCommand, reasonText } from '#src/devices/control-words.ts'
import { limitFault, type Limits } from '#src/devices/limit-fault.ts'
import { NumberBox, type Typed } from '#src/devices/NumberBox.tsx'
import { readingLabel, valueText } from '#src/devices/reading-words.ts'
import { useNow } from '#src/devices/use-now.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'
import { useOfDevice, type DeviceRow } from './use-device.ts'

interface Props {
  row: DeviceRow
  type: DeviceType
  mayEdit: boolean
}

/** Names of the settings that a device can be told in its words. */
export const settable = ({ dialect }: Pick<DeviceRow, 'dialect'>, type: DeviceType) =>
  Object.keys(type.settings ?? {}).filter((name) => understands(type, dialect, name))

/**
 * What a device keeps until it is told otherwise: what it holds, what it is to hold, and what
 * becomes of that.
 */
export function SettingsPanel({ row, type, mayEdit }: Props) {
  const t = useLabels({ module: 'equipment' })
  const { data, error, refetch } = useOfDevice(deviceSettings, row.id)
  const [values, setValues] = useState<Readonly<Record<string, Typed>>>({})
  const { run, isBusy, problem, fields } = useSubmit()
  const own = settable(row, type)
  const given = Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== null),
  )
  const isRight = Object.entries(values).every(
    ([channel, value]) => limitFault(t, value, limitsOf(type, channel)) === null,
  )
  const save = () =>
    isRight &&
    run(async () => {
      const held = await call(saveDeviceSettings, { id: row.id, values: given }, { quiet: true })
      const isWaiting = held.some(({ command }) => command !== null && isOpenCommand(command))
      setValues({})
      toast({
        key: 'settings',
        text: t(isWaiting ? 'equipment:settings.saved' : 'equipment:settings.same'),
        tone: 'good',
      })
      await refetch()
    })
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={2} />
  return (
    <section aria-label={t('equipment:settings.title')}>
      <h3>{t('equipment:settings.title')}</h3>
      {problem && Object.keys(fields).length === 0 && (
        <Alert type="error" showIcon message={problem} className="kit-form-note" />
      )}
      <Form component={false} layout="vertical">
        <ul className="device-settings">
          {data
            .filter(({ channel }) => own.includes(channel))
            .map((held) => (
              <SettingField
                key={held.channel}
                row={row}
                type={type}
                held={held}
                isClosed={!mayEdit || isBusy}
                problem={fields[held.channel]}
                value={values[held.channel]}
                onChange={(value) => setValues((now) => ({ ...now, [held.channel]: value }))}
              />
            ))}
        </ul>
      </Form>
      {mayEdit && (
        <div className="device-history-tools">
          <Button
            type="primary"
            loading={isBusy}
            disabled={Object.keys(given).length === 0}
            onClick={() => void save()}
          >
            {t('equipment:settings.save')}
          </Button>
          <small>{t('equipment:settings.note')}</small>
        </div>
      )}
    </section>
  )
}

const limitsOf = (type: DeviceType, channel: string): Limits => ({
  min: type.settings![channel]!.min,
  max: type.settings![channel]!.max,
  decimals: type.readings[channel]!.decimals,
  unit: type.readings[channel]!.unit,
})

interface FieldProps {
  row: DeviceRow
  type: DeviceType
  held: HeldSetting
  value: Typed | undefined
  isClosed: boolean
  problem: string | undefined
  onChange: (value: Typed) => void
}

function SettingField({
  row,
  type,
  held: { channel, reported, reportedAt, command },
  value,
  isClosed,
  problem,
  onChange,
}: FieldProps) {
  const t = useLabels({ module: 'equipment' })
  const { i18n } = useTranslation()
  const now = useNow()
  const id = useId()
  const about: Setting = type.settings![channel]!
  const reading = type.readings[channel]!
  const { unit = '' } = reading
  const isOpen = command !== null && isOpenCommand(command)
  // What the device has said since is the truth; how an older order ended is no news then.
  const isOutcome = command !== null && (isOpen || command.wanted !== reported)
  const hints = [
    t('equipment:settings.range', { min: about.min, max: about.max, unit }),
    about.recommended !== undefined &&
      t('equipment:settings.recommended', { value: about.recommended, unit }),
    about.above &&
      t('equipment:settings.gap', {
        other: readingLabel(t, row.deviceType, about.above.setting),
        by: about.above.by,
        unit,
      }),
  ]
    .filter(Boolean)
    .join(t('equipment:alarmNotice.comma'))
  return (
    <li>
      <Form.Item
        htmlFor={id}
        label={readingLabel(t, row.deviceType, channel)}
        validateStatus={problem ? 'error' : undefined}
        help={problem ? <span role="alert">{problem}</span> : hints}
      >
        <NumberBox
          id={id}
          limits={limitsOf(type, channel)}
          disabled={isClosed}
          value={
            value === undefined ? (isOpen ? command.wanted : (reported ?? about.preset)) : value
          }
          onChange={onChange}
        />
      </Form.Item>
      <p>
        {t('equipment:settings.reported')}:{' '}
        {reported === null ? (
          t('equipment:settings.preset', { value: valueText(t, reading, about.preset) })
        ) : (
          <>
            <strong>{valueText(t, reading, reported)}</strong>{' '}
            {reportedAt && ageOf(reportedAt, now, i18n.language)}
          </>
        )}
      </p>
      {command && isOutcome && (
        <p role="status" className={isOpen ? 'device-setting-open' : 'device-setting-failed'}>
          {t(`equipment:settings.states.${isOpen ? 'waiting' : command.state}`, {
            value: valueText(t, reading, command.wanted),
            reason: reasonText(t, command.reason),
          })}
        </p>
      )}
      {command && !isOutcome && <p role="status">{t('equipment:settings.states.confirmed')}</p>}
    </li>
  )
}
