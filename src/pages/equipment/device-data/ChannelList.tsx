import { shownReadings, type DeviceType } from '#contract/devices/device-type.ts'
import { understands } from '#contract/devices/protocols.ts'
import { switchPlaces } from '#contract/devices/switch-places.ts'
import type { CredentialState } from '#contract/equipment/device-calls.ts'
import { channelLabel, readingLabel } from '#src/features/equipment/reading-words.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { DeviceRow } from './use-device.ts'

/**
 * Every channel that a device of this type may speak of in its protocol: its key, what it means,
 * within which limits, and which way it goes.
 */
export function ChannelList({
  row,
  type,
  channels,
}: {
  row: DeviceRow
  type: DeviceType
  channels: CredentialState['channels']
}) {
  const t = useLabels({ module: 'equipment' })
  const dialect = row.dialect as string | null | undefined
  const places = switchPlaces(type).filter(({ actuator }) => understands(type, dialect, actuator))
  const isSaid = (name: string) => !channels || channels.some((one) => one.split('.')[0] === name)
  const readings = shownReadings(type.readings).filter(([name]) => isSaid(name))
  const lines = readings.map(([name, reading]) => {
    const from = type.layers ? (type.layers.surface.includes(name) ? 0 : 1) : 1
    const most = reading.circuits ?? type.layers?.most
    // Of some protocols single layers alone.
    const single = (channels ?? []).filter((one) => one.startsWith(`${name}.`))
    const key =
      most === undefined
        ? name
        : single.length > 0
          ? single.join(', ')
          : `${name}.${from} … ${name}.${most}`
    const isTold = places.some(({ about }) => about.reading === name)
    const isKept = Object.hasOwn(type.settings ?? {}, name) && understands(type, dialect, name)
    const means = reading.states
      ? reading.states.map((state, at) => `${at} ${t(`equipment:states.${state}`)}`).join(', ')
      : reading.isDirection
        ? '0, 1, 2'
        : reading.isSwitch
          ? '0, 1'
          : `${reading.min} ~ ${reading.max}`
    return {
      name,
      key,
      unit: reading.unit ?? '',
      means,
      way: isTold ? 'both' : isKept ? 'setting' : 'up',
    }
  })
  return (
    <div className="channel-words channel-keys">
      <table>
        <thead>
          <tr>
            {['key', 'name', 'unit', 'range', 'way'].map((one) => (
              <th key={one} scope="col">
                {t(`equipment:connect.columns.${one}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, key, unit, means, way }) => (
            <tr key={name}>
              <td>
                <code className="kit-code">{key}</code>
              </td>
              <td>
                {type.layers || type.readings[name]!.circuits
                  ? readingLabel(t, row.deviceType, name)
                  : channelLabel(t, row.deviceType, type, name)}
              </td>
              <td>{unit}</td>
              <td>{means}</td>
              <td>{t(`equipment:connect.ways.${way}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
