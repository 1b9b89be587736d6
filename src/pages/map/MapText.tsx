import { deviceTypeNamed } from '#contract/devices/index.ts'
import { channelOf } from '#contract/devices/device-type.ts'
import type { DigitalMap, MappedDevice } from '#contract/map/map.ts'
import { shortChannel } from '#contract/map/short-value.ts'
import { MarkWords } from '#src/features/equipment/MapMark.tsx'
import { valueText } from '#src/features/equipment/reading-words.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { DevicePlace } from '#src/features/equipment/DevicePlace.tsx'
import { markerOf } from './Marks.tsx'
import { stoodOf, type Stood } from './stood.ts'

/** So many devices are read; more are looked up in their lists. */
const mostRead = 300

/** The same as the map in words, for browsers that cannot draw it. */
export function MapText({
  data,
  rows,
  levels,
}: {
  data: DigitalMap
  rows: readonly MappedDevice[]
  levels: ReadonlyMap<number, number>
}) {
  const t = useLabels({ module: 'map' })
  const read = rows.slice(0, mostRead).map((row) => stoodOf(data.types, row))
  return (
    <section className="farm-map-text" aria-label={t('menus:screens.map-digital')}>
      <p role="status">{t('map:text.impossible')}</p>
      {data.bases.map((base) => {
        const here = read.filter(({ areaId }) => areaId === base.id)
        const plots = data.plots.filter(({ areaId }) => areaId === base.id)
        const landmarks = data.landmarks.filter(({ areaId }) => areaId === base.id)
        return (
          <section key={base.id} aria-label={base.name}>
            <h2>{base.name}</h2>
            <ul>
              {plots.map(({ id, name, type, acreage }) => (
                <li key={id}>
                  {[name, type, acreage !== null && t('map:plot.mu', { value: acreage })]
                    .filter(Boolean)
                    .join(' · ')}
                  <Devices list={here.filter(({ landId }) => landId === id)} levels={levels} />
                </li>
              ))}
              {landmarks.map(({ id, name, kind, description }) => (
                <li key={`landmark-${id}`}>
                  {[name, t(`farm:landmark.options.kind.${kind}`), description]
                    .filter(Boolean)
                    .join(' · ')}
                </li>
              ))}
            </ul>
            <Devices
              list={here.filter(({ landId }) => !plots.some(({ id }) => id === landId))}
              levels={levels}
            />
          </section>
        )
      })}
      {rows.length > mostRead && <p>{t('map:plot.more', { count: rows.length - mostRead })}</p>}
    </section>
  )
}

function Devices({
  list,
  levels,
}: {
  list: readonly Stood[]
  levels: ReadonlyMap<number, number>
}) {
  const t = useLabels({ module: 'equipment' })
  if (list.length === 0) return null
  return (
    <ul>
      {list.map((one) => {
        const { id, name, deviceType, online, value } = one
        const type = deviceTypeNamed(deviceType)
        const channel = shortChannel(type)
        const reading = channel ? channelOf(type, channel)?.reading : undefined
        return (
          <li key={id}>
            <DevicePlace id={id} name={name} type={deviceType} />{' '}
            <small>
              {[
                t(`equipment:deviceTypes.${deviceType}`),
                t(online === 1 ? 'equipment:deviceData.online' : 'equipment:deviceData.offline'),
                reading && value !== null && valueText(t, reading, value),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>{' '}
            <MarkWords marker={{ ...markerOf(one, levels.get(id) ?? 0), isOpen: null }} />
          </li>
        )
      })}
    </ul>
  )
}
