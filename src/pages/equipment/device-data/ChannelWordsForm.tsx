import { Alert, Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { channelOf, type DeviceType } from '#contract/devices/device-type.ts'
import {
  deviceChannels,
  saveDeviceChannels,
  type ChannelWords,
} from '#contract/equipment/channel-calls.ts'
import { describe, isDescription } from '#contract/telemetry/expression.ts'
import { channelLabel, type Reported } from '#src/features/equipment/reading-words.ts'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useOfDevice, type DeviceRow } from './use-device.ts'

/** Own names for the channels of a device, and formulas by which their values are shown. */
export function ChannelWordsForm({
  row,
  type,
  onDone,
}: {
  row: DeviceRow
  type: DeviceType
  onDone: () => void
}) {
  const t = useLabels({ module: 'equipment' })
  const { data, refetch } = useOfDevice(deviceChannels, row.id)
  const { send, isBusy, problem } = useCallMutation(saveDeviceChannels, {
    onDone: () => refetch().then(onDone),
  })
  const [words, setWords] = useState<ReadonlyMap<string, ChannelWords>>()
  useEffect(() => {
    if (data) setWords((before) => before ?? new Map(data.map((one) => [one.metric, one])))
  }, [data])
  if (!words) return <ListSkeleton rows={4} />
  const readings = (row.readings as Reported[]).filter(({ metric }) => {
    const channel = channelOf(type, metric)
    return channel && !channel.reading.isInternal
  })
  const of = (metric: string) => words.get(metric) ?? { metric, name: '', description: '' }
  const change = (metric: string, part: Partial<ChannelWords>) =>
    setWords(new Map(words).set(metric, { ...of(metric), ...part }))
  const isWrong = readings.some(({ metric }) => !isDescription(of(metric).description))
  return (
    <form
      className="channel-words"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong) void send({ id: row.id, channels: [...words.values()] })
      }}
    >
      <p>{t('equipment:channels.help')}</p>
      {problem && <Alert type="error" showIcon message={problem} />}
      <table>
        <thead>
          <tr>
            <th scope="col">{t('equipment:device.lines.readings.metric')}</th>
            <th scope="col">{t('equipment:channels.name')}</th>
            <th scope="col">{t('equipment:channels.description')}</th>
            <th scope="col">{t('equipment:channels.shown')}</th>
          </tr>
        </thead>
        <tbody>
          {readings.map(({ metric, value }) => {
            const label = channelLabel(t, row.deviceType, type, metric)
            const { name, description } = of(metric)
            const isGood = isDescription(description)
            return (
              <tr key={metric}>
                <th scope="row">{label}</th>
                <td>
                  <Input
                    aria-label={`${label} ${t('equipment:channels.name')}`}
                    maxLength={40}
                    value={name}
                    placeholder={label}
                    onChange={(event) => change(metric, { name: event.target.value })}
                  />
                </td>
                <td>
                  <Input
                    aria-label={`${label} ${t('equipment:channels.description')}`}
                    maxLength={120}
                    value={description}
                    status={isGood ? undefined : 'error'}
                    onChange={(event) => change(metric, { description: event.target.value })}
                  />
                  {!isGood && <small role="alert">{t('equipment:channels.wrong')}</small>}
                </td>
                <td>
                  {isGood &&
                    describe(description, value, channelOf(type, metric)!.reading.decimals)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <Button type="primary" htmlType="submit" loading={isBusy} disabled={isWrong}>
        {t('common:buttons.save')}
      </Button>{' '}
      <Button onClick={onDone}>{t('common:buttons.cancel')}</Button>
    </form>
  )
}
