import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { understands } from '#contract/devices/protocols.ts'
import type { DeviceType, Setting } from '#contract/devices/device-type.ts'
import {
  deviceSettings,
  saveDeviceSettings,
  type HeldSetting,
} from '#contract/command/setting-calls.ts'
import { ageOf } from '#src/features/equipment/age.ts'
import { isOpenCommand, reasonText } from '#src/features/command/control-words.ts'
import { limitFault, type Limits } from '#src/features/equipment/limit-fault.ts'
import { NumberBox, type Typed } from '#src/features/command/NumberBox.tsx'
import { readingLabel, valueText } from '#src/features/equipment/reading-words.ts'
import { useNow } from '#src/features/equipment/use-now.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { SendForm } from '#src/kit/form/SendForm.tsx'
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
  const saving = useCallMutation(saveDeviceSettings, {
    said: (held) =>
      t(
        held.some(({ command }) => command !== null && isOpenCommand(command))
          ? 'equipment:settings.saved'
          : 'equipment:settings.same',
      ),
    onDone: async () => {
      setValues({})
      await refetch()
    },
  })
  const own = settable(row, type)
  const given = Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== null),
  )
  const isRight = Object.entries(values).every(
    ([channel, value]) => limitFault(t, value, limitsOf(type, channel)) === null,
  )
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={2} />
  return (
    <section aria-label={t('equipment:settings.title')}>
      <h3>{t('equipment:settings.title')}</h3>
      <SendForm sending={saving}>
        <ul className="device-settings">
          {data
            .filter(({ channel }) => own.includes(channel))
            .map((held) => (
              <SettingField
                key={held.channel}
                row={row}
                type={type}
                held={held}
                isClosed={!mayEdit}
                value={values[held.channel]}
                onChange={(value) => setValues((now) => ({ ...now, [held.channel]: value }))}
              />
            ))}
        </ul>
      </SendForm>
      {mayEdit && (
        <div className="device-history-tools">
          <Button
            type="primary"
            loading={saving.isBusy}
            disabled={Object.keys(given).length === 0}
            onClick={() => isRight && void saving.send({ id: row.id, values: given })}
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
  onChange: (value: Typed) => void
}

function SettingField({
  row,
  type,
  held: { channel, reported, reportedAt, command },
  value,
  isClosed,
  onChange,
}: FieldProps) {
  const t = useLabels({ module: 'equipment' })
  const { i18n } = useTranslation()
  const now = useNow()
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
      <FieldItem name={channel} label={readingLabel(t, row.deviceType, channel)} help={hints}>
        <NumberBox
          limits={limitsOf(type, channel)}
          disabled={isClosed}
          value={
            value === undefined ? (isOpen ? command.wanted : (reported ?? about.preset)) : value
          }
          onChange={onChange}
        />
      </FieldItem>
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
