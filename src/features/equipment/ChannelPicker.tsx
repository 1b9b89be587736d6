import { Select } from 'antd'
import { useId, useState } from 'react'
import { channelOf, type DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import { latestValues, type DeviceName } from '#contract/equipment/device-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { DeviceSelect } from './DeviceSelect.tsx'
import { metricOptions } from './MetricInput.tsx'
import { channelLabel, inOwnUnit } from './reading-words.ts'

interface ChannelPickerProps {
  label: string
  /** Channels that are there already: they are not offered again. */
  taken?: readonly string[]
  disabled?: boolean
  onPick: (
    deviceId: number,
    metric: string,
    device: Pick<DeviceName, 'id' | 'name' | 'deviceType'>,
  ) => void
}

/**
 * A device, and then one of its channels: those that it reported, or all of its type while it never
 * did.
 */
export function ChannelPicker({ label, taken = [], disabled, onPick }: ChannelPickerProps) {
  const t = useLabels({ module: 'equipment' })
  const id = useId()
  const [device, setDevice] = useState<{ id: number; name: DeviceTypeName; label: string } | null>(
    null,
  )
  const { data, isFetching } = useCall(latestValues, device && { id: device.id }, {
    staleTime: 30_000,
  })
  const type: DeviceType | null = device && deviceTypes[device.name]
  const reported = (data ?? []).flatMap(({ metric, words }) => {
    const channel = type && channelOf(type, metric)
    if (!channel || channel.reading.isInternal) return []
    const { unit } = inOwnUnit(channel.reading, words)
    const label = words?.name ?? channelLabel(t, device!.name, type, metric)
    return [{ value: metric, label: unit ? `${label} (${unit})` : label }]
  })
  const possible =
    device && type
      ? metricOptions(t, device.name).filter(({ value }) => channelOf(type, value))
      : []
  const options = (reported.length > 0 ? reported : possible).filter(
    ({ value }) => !taken.includes(`${device?.id}:${value}`),
  )
  return (
    <span className="channel-picker">
      <DeviceSelect
        id={`${id}device`}
        label={label}
        value={device?.id ?? null}
        disabled={disabled}
        onChange={(_id, one) =>
          setDevice(one ? { id: one.id, name: one.deviceType, label: one.name } : null)
        }
      />
      <Select
        id={`${id}channel`}
        showSearch
        optionFilterProp="label"
        className="kit-full"
        aria-label={t('equipment:deviceData.reading')}
        placeholder={t('equipment:deviceData.reading')}
        value={null}
        disabled={disabled || !device}
        loading={isFetching}
        options={options}
        onChange={(metric: string | null) =>
          metric &&
          device &&
          onPick(device.id, metric, { id: device.id, name: device.label, deviceType: device.name })
        }
      />
    </span>
  )
}
