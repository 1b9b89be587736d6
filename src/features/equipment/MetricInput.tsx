import { Select } from 'antd'
import { calculatedReadings } from '#contract/devices/calculated.ts'
import { shownReadings, type DeviceType, type Readings } from '#contract/devices/device-type.ts'
import { deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import { switchPlaces } from '#contract/devices/switch-places.ts'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useWholeForm } from '#src/kit/form/values/whole-form.ts'
import { placeLabel } from '#src/features/command/control-words.ts'
import { channelLabel, readingLabel } from './reading-words.ts'

type Translate = ReturnType<typeof useLabels>
const upTo = (most: number, from = 1) =>
  Array.from({ length: most - from + 1 }, (_, at) => at + from)

/**
 * What of a type can be watched: each reading, and where it has layers or circuits, each of them by
 * itself.
 */
export function metricOptions(
  t: Translate,
  name: DeviceTypeName,
): { value: string; label: string }[] {
  const type: DeviceType = deviceTypes[name]
  return [
    ...shownReadings(type.readings).flatMap(([reading, { unit, circuits }]) => {
      const label = readingLabel(t, name, reading)
      const inUnit = (text: string) => (unit ? `${text} (${unit})` : text)
      const numbers = circuits
        ? upTo(circuits)
        : type.layers
          ? upTo(type.layers.most, type.layers.surface.includes(reading) ? 0 : 1)
          : []
      if (numbers.length === 0) return [{ value: reading, label: inUnit(label) }]
      return [
        { value: reading, label: inUnit(t('equipment:alarmMetric.each', { reading: label })) },
        ...numbers.map((number) => ({
          value: `${reading}.${number}`,
          label: inUnit(channelLabel(t, name, type, `${reading}.${number}`)),
        })),
      ]
    }),
    ...calculatedOptions(t, name),
  ]
}
/** How many of each quantity are offered where it is not known which a device has. */
const mostOffered = 5
const calculatedOptions = (t: Translate, name: DeviceTypeName) =>
  Object.entries(calculatedReadings as Readings).flatMap(([reading, { unit }]) =>
    upTo(mostOffered).map((number) => {
      const label = channelLabel(t, name, deviceTypes[name], `${reading}.${number}`)
      return { value: `${reading}.${number}`, label: unit ? `${label} (${unit})` : label }
    }),
  )

/**
 * What of a type can be moved, by what it reports; all circuits of it together, or each by itself.
 */
export function movedOptions(
  t: Translate,
  name: DeviceTypeName,
): { value: string; label: string }[] {
  const places = switchPlaces(deviceTypes[name])
  const all = [
    ...new Set(
      places
        .filter(({ actuatorCircuit }) => actuatorCircuit !== null)
        .map(({ actuator, about }) => `${about.reading}/${actuator}`),
    ),
  ].map((key) => {
    const [reading = '', actuator = ''] = key.split('/')
    return {
      value: reading,
      label: t('equipment:alarmMetric.eachCircuit', {
        name: placeLabel(t, name, { actuator, actuatorCircuit: null }),
      }),
    }
  })
  return [
    ...all,
    ...places.map((place) => ({ value: place.channel, label: placeLabel(t, name, place) })),
  ]
}

/** A reading of the device type that was chosen before it. */
export default function MetricInput({
  id,
  field,
  value,
  above,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
}: InputProps) {
  const t = useLabels({ module: 'equipment' })
  const optionsOf = useWholeForm().trigger === 'command' ? movedOptions : metricOptions
  return (
    <Select
      id={id}
      className="kit-full"
      showSearch
      optionFilterProp="label"
      allowClear={!field.required}
      placeholder={
        above
          ? undefined
          : t('kit:form.chooseFirst', { name: t('equipment:alarmRule.fields.deviceType') })
      }
      value={(value ?? undefined) as string | undefined}
      options={above ? optionsOf(t, above as DeviceTypeName) : []}
      disabled={disabled || !above}
      status={statusOf(invalid)}
      aria-describedby={describedBy}
      onChange={(next: string | undefined) => onChange(next ?? null)}
      onBlur={onBlur}
    />
  )
}
