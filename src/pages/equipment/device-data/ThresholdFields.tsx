import { Select } from 'antd'
import { channelOf, shownReadings, type DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import type { StrategyTrigger } from '#contract/command/strategy-calls.ts'
import { NumberBox } from '#src/features/command/NumberBox.tsx'
import { channelLabel, type Translate } from '#src/features/equipment/reading-words.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { gatheredLabel, type Around } from './strategy-words.ts'

type Threshold = Extract<StrategyTrigger, { kind: 'threshold' }>
interface Props {
  limit: Threshold
  around: Around
  onChange: (limit: Threshold) => void
}

/** Measured quantities of the gateway itself; what it switches is no reason to switch. */
const ownChannels = (type: DeviceType) =>
  shownReadings(type.readings)
    .filter(([name, { circuits }]) => !circuits && !Object.hasOwn(type.settings ?? {}, name))
    .map(([name]) => name)
/** A limit to begin with: what the gateway gathers first, or else something of its own. */
export function firstLimit({ deviceType, gathered }: Around): Threshold {
  const [first] = gathered
  return {
    kind: 'threshold',
    deviceId: first?.deviceId ?? null,
    channel: first?.metric ?? ownChannels(deviceTypeNamed(deviceType))[0]!,
    comparison: 'below',
    value: 20,
    back: 30,
  }
}
const keyOf = ({ deviceId, channel }: Pick<Threshold, 'deviceId' | 'channel'>) =>
  `${deviceId ?? ''} ${channel}`
function sourcesOf(t: Translate, { deviceType, gathered }: Around) {
  const type = deviceTypeNamed(deviceType)
  return [
    ...gathered.map((one) => ({
      deviceId: one.deviceId as number | null,
      channel: one.metric,
      label: gatheredLabel(t, one),
      reading: channelOf(deviceTypeNamed(one.deviceType), one.metric)?.reading,
    })),
    ...ownChannels(type).map((channel) => ({
      deviceId: null,
      channel,
      label: `${t('equipment:strategies.own')} ${channelLabel(t, deviceType, type, channel)}`,
      reading: type.readings[channel],
    })),
  ]
}

/**
 * A reading that the gateway knows, the limit at which it switches on, and the one at which it
 * switches off.
 */
export function ThresholdFields({ limit, around, onChange }: Props) {
  const t = useLabels({ module: 'equipment' })
  const sources = sourcesOf(t, around)
  const reading = sources.find((one) => keyOf(one) === keyOf(limit))?.reading
  const number = (field: 'value' | 'back', help?: string) => (
    <FieldItem name={field} label={t(`equipment:strategies.${field}`)} help={help}>
      <NumberBox
        className="kit-full"
        value={limit[field]}
        limits={reading ?? {}}
        onChange={(value) => onChange({ ...limit, [field]: value as number })}
      />
    </FieldItem>
  )
  const choose = (key: string) => {
    const { deviceId, channel } = sources.find((one) => keyOf(one) === key)!
    onChange({ ...limit, deviceId, channel })
  }
  return (
    <>
      <FieldItem
        name="channel"
        label={t('equipment:strategies.source')}
        help={t('equipment:strategies.sourceHelp')}
      >
        <Select
          showSearch
          optionFilterProp="label"
          value={keyOf(limit)}
          options={sources.map((one) => ({ value: keyOf(one), label: one.label }))}
          onChange={choose}
        />
      </FieldItem>
      <FieldItem name="comparison" label={t('equipment:strategies.comparison')}>
        <Select
          value={limit.comparison}
          options={(['below', 'above'] as const).map((value) => ({
            value,
            label: t(`equipment:strategies.comparisons.${value}`),
          }))}
          onChange={(comparison) =>
            onChange({ ...limit, comparison, value: limit.back, back: limit.value })
          }
        />
      </FieldItem>
      <div className="strategy-pair">
        {number('value')}
        {number('back', t('equipment:strategies.backHelp'))}
      </div>
    </>
  )
}
