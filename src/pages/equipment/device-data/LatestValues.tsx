import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { channelOf, type DeviceType, type Reading } from '#contract/devices/device-type.ts'
import { placeOf } from '#contract/devices/switch-places.ts'
import { latestValues, type LatestValue } from '#contract/equipment/device-calls.ts'
import { ageOf, clockBehind, isStale } from '#src/features/equipment/age.ts'
import {
  channelLabel,
  inOwnUnit,
  layerLabel,
  readingLabel,
  valueText,
} from '#src/features/equipment/reading-words.ts'
import { viewOf } from '#src/features/equipment/views/index.ts'
import { lengthText } from '#src/features/telemetry/length.ts'
import { useNow } from '#src/features/equipment/use-now.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { ReadingWord } from '#src/kit/definition/Term.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useOfDevice, type DeviceRow } from './use-device.ts'

interface Props {
  row: DeviceRow
  type: DeviceType
}

/**
 * The newest value of each channel with its age and its limits; probes layer by layer. What can be
 * moved has a tile of its own.
 */
export function LatestValues({ row, type }: Props) {
  const t = useLabels({ module: 'equipment' })
  const { i18n } = useTranslation()
  const { data, error, refetch } = useOfDevice(latestValues, row.id)
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={3} />
  if (data.length === 0)
    return (
      <section aria-label={t('equipment:deviceData.latest')}>
        <h3>{t('equipment:deviceData.latest')}</h3>
        <p>{t('equipment:deviceData.noValues')}</p>
      </section>
    )
  const behind = clockBehind(
    data
      .map(({ at }) => at)
      .sort()
      .at(-1),
    row,
  )
  return (
    <section aria-label={t('equipment:deviceData.latest')}>
      <h3>{t('equipment:deviceData.latest')}</h3>
      {behind !== null && (
        <Alert
          type="warning"
          showIcon
          className="kit-form-note"
          message={t('equipment:deviceData.clockBehind', {
            length: lengthText(behind, i18n.language),
          })}
        />
      )}
      {type.layers && <Layers row={row} type={type} values={data} />}
      {(!type.layers || hasCalculated(type, data)) && (
        <Cards
          row={row}
          type={type}
          values={data.filter(
            ({ metric }) => !type.layers || channelOf(type, metric)?.layer === null,
          )}
        />
      )}
    </section>
  )
}

const hasCalculated = (type: DeviceType, values: readonly LatestValue[]) =>
  values.some(({ metric }) => channelOf(type, metric)?.reading.isCalculated)

function Cards({ row, type, values }: Props & { values: readonly LatestValue[] }) {
  const t = useLabels({ module: 'equipment' })
  const order = Object.keys(type.readings)
  const told = viewOf(row.deviceType).panel?.tells ?? []
  // What is worked out comes last.
  const placeOfReading = (name: string) =>
    order.includes(name) ? order.indexOf(name) : order.length
  const nameOf = ({ metric }: LatestValue) => channelOf(type, metric)?.name ?? metric
  return (
    <ul className="device-values">
      {values
        .filter(
          ({ metric }) =>
            !channelOf(type, metric)?.reading.isInternal &&
            !placeOf(type, metric) &&
            !told.includes(channelOf(type, metric)?.name ?? metric) &&
            !Object.hasOwn(type.settings ?? {}, metric),
        )
        .sort(
          (a, b) =>
            placeOfReading(nameOf(a)) - placeOfReading(nameOf(b)) ||
            a.metric.localeCompare(b.metric),
        )
        .map((one) => (
          <li key={one.metric}>
            <span>
              <ReadingWord reading={nameOf(one)}>
                {one.words?.name ?? channelLabel(t, row.deviceType, type, one.metric)}
              </ReadingWord>
              {one.sums && ` · ${t('equipment:deviceData.today')}`}
            </span>
            <Value
              one={one}
              reading={channelOf(type, one.metric)?.reading}
              row={row}
              {...(!channelOf(type, one.metric)?.reading.isCalculated && {
                hasLimits: true as const,
              })}
            />
          </li>
        ))}
    </ul>
  )
}

/** One line per depth, one column per reading. */
function Layers({ row, type, values }: Props & { values: readonly LatestValue[] }) {
  const t = useLabels({ module: 'equipment' })
  const found = values.flatMap((one) => {
    const channel = channelOf(type, one.metric)
    return channel && channel.layer !== null ? [{ ...channel, one }] : []
  })
  const layers = [...new Set(found.map(({ layer }) => layer!))].sort((a, b) => a - b)
  return (
    <table className="device-layers">
      <thead>
        <tr>
          <th scope="col">{t('equipment:deviceData.layer')}</th>
          {Object.entries(type.readings).map(([name, reading]) => (
            <th key={name} scope="col">
              <ReadingWord reading={name}>{readingLabel(t, row.deviceType, name)}</ReadingWord>
              <small>{limits(t, reading)}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {layers.map((layer) => (
          <tr key={layer}>
            <th scope="row">{layerLabel(t, type, layer)}</th>
            {Object.entries(type.readings).map(([name, reading]) => {
              const held = found.find((f) => f.layer === layer && f.name === name)
              return (
                <td key={name}>{held && <Value one={held.one} reading={reading} row={row} />}</td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const limits = (
  t: (key: string, values?: Record<string, unknown>) => string,
  { min, max, unit = '', isSwitch, isDirection, states }: Reading,
) => (isSwitch || isDirection || states ? '' : t('equipment:deviceData.limits', { min, max, unit }))

function Value({
  one,
  reading,
  row,
  hasLimits,
}: {
  one: LatestValue
  reading: Reading | undefined
  row: DeviceRow
  hasLimits?: true
}) {
  const t = useLabels({ module: 'equipment' })
  const { i18n } = useTranslation()
  const now = useNow()
  if (!reading) return null
  return (
    <>
      <strong className={isStale(one.at, now, row) ? 'device-stale' : undefined}>
        {valueText(t, inOwnUnit(reading, one.words), one.sums ? one.sums.today : one.value)}
      </strong>
      {one.sums && (
        <small>
          {t('equipment:deviceData.amounts', {
            hour: valueText(t, reading, one.sums.hour),
            day: valueText(t, reading, one.sums.day),
          })}
        </small>
      )}
      <small>
        {ageOf(one.at, now, i18n.language)}
        {one.clock === 2 && ` · ${t('equipment:deviceData.ourClock')}`}
      </small>
      {hasLimits && <small>{limits(t, reading)}</small>}
    </>
  )
}
