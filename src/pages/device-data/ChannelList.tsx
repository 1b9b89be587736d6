import { shownReadings, type DeviceType } from '#contract/devices/device-type.ts'
import { switchPlaces } from '#contract/devices/switch-places.ts'
import { channelLabel, readingLabel } from '#src/devices/reading-words.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { DeviceRow } from './use-device.ts'

/**
 * Every channel that a device of this type may speak of: its key in messages, what it means, within
 * which limits, and which way it goes.
 */
export function ChannelList({ row, type }: { row: DeviceRow; type: DeviceType }) {
  const t = useLabels({ module: 'equipment' })
  const places = switchPlaces(type)
  const lines = shownReadings(type.readings).map(([name, reading]) => {
    const from = type.layers ? (type.layers.surface.includes(name) ? 0 : 1) : 1
    const most = reading.circuits ?? type.layers?.most
    const key = most === undefined ? name : `${name}.${from} … ${name}.${most}`
    const isTold = places.some(({ about }) => about.reading === name)
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
      way: isTold ? 'both' : Object.hasOwn(type.settings ?? {}, name) ? 'setting' : 'up',
    }
  })
  return (
    <div className="channel-words">
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
