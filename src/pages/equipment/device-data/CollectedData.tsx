import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { channelOf, type DeviceType } from '#contract/devices/device-type.ts'
import { deviceChannels } from '#contract/equipment/channel-calls.ts'
import { latestValues } from '#contract/equipment/device-calls.ts'
import { describe } from '#contract/telemetry/expression.ts'
import { ageOf, isStale } from '#src/features/equipment/age.ts'
import {
  layerLabel,
  readingLabel,
  valueText,
  type Reported,
} from '#src/features/equipment/reading-words.ts'
import { Slides } from '#src/features/equipment/Slides.tsx'
import { useNow } from '#src/features/equipment/use-now.ts'
import { useSwitches } from '#src/features/command/use-switches.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { collectedItems, collectedText } from './collected-items.ts'
import { useOfDevice, type DeviceRow } from './use-device.ts'

const itemsPerSlide = 5
const layersPerSlide = 3

interface Props {
  row: DeviceRow
  type: DeviceType
  onName?: (() => void) | undefined
}

/** Collected data: five items a slide, of a probe three layers. */
export function CollectedData({ row, type, onName }: Props) {
  const t = useLabels({ module: 'equipment' })
  const readings = row.readings as Reported[]
  if (readings.length === 0)
    return (
      <EmptyState variant="noData" height={200}>
        {t('equipment:deviceData.notYet')}
      </EmptyState>
    )
  return (
    <>
      {type.layers ? (
        <Layers row={row} type={type} readings={readings} />
      ) : (
        <Items row={row} type={type} readings={readings} />
      )}
      {onName && <Button onClick={onName}>{t('equipment:channels.open')}</Button>}
    </>
  )
}

function Items({ row, type, readings }: Props & { readings: readonly Reported[] }) {
  const t = useLabels({ module: 'equipment' })
  const { data: words } = useOfDevice(deviceChannels, row.id)
  const { data: latest } = useOfDevice(latestValues, row.id)
  const { data: switches } = useSwitches(row.id)
  return (
    <Slides
      items={collectedItems(type, readings)}
      perSlide={itemsPerSlide}
      label={t('equipment:deviceData.collected')}
      keyOf={({ metric }) => metric}
      draw={(one) => {
        const own = words?.find(({ metric }) => metric === one.metric)
        const formed = own && describe(own.description, one.value, one.reading.decimals)
        const { label, value, lately } = collectedText(t, row.deviceType, one, {
          calculated: latest?.find(({ metric }) => metric === one.metric)?.words,
          name: own?.name || switches?.find(({ channel }) => channel === one.metric)?.name,
        })
        return (
          <>
            <span>{label}</span>
            <Strong at={one.at} row={row}>
              {formed ?? value}
            </Strong>
            {lately && <small>{lately}</small>}
            {own?.description && formed === null && <small>{own.description}</small>}
          </>
        )
      }}
    />
  )
}

function Layers({ row, type, readings }: Props & { readings: readonly Reported[] }) {
  const t = useLabels({ module: 'equipment' })
  const found = readings.flatMap((one) => {
    const channel = channelOf(type, one.metric)
    return channel && channel.layer !== null ? [{ ...one, ...channel, layer: channel.layer }] : []
  })
  const layers = [...new Set(found.map(({ layer }) => layer))].sort((a, b) => a - b)
  return (
    <Slides
      items={layers}
      perSlide={layersPerSlide}
      label={t('equipment:deviceData.collected')}
      keyOf={String}
      draw={(layer) => (
        <>
          <span>{layerLabel(t, type, layer)}</span>
          <dl className="device-layer">
            {Object.entries(type.readings).flatMap(([name, reading]) => {
              const one = found.find((held) => held.layer === layer && held.name === name)
              return one
                ? [
                    <div key={name}>
                      <dt>{readingLabel(t, row.deviceType, name)}</dt>
                      <dd>
                        <Strong at={one.at} row={row}>
                          {valueText(t, reading, one.value)}
                        </Strong>
                      </dd>
                    </div>,
                  ]
                : []
            })}
          </dl>
        </>
      )}
    />
  )
}

function Strong({ at, row, children }: { at: string; row: DeviceRow; children: string }) {
  const { i18n } = useTranslation()
  const now = useNow()
  return (
    <>
      <strong className={isStale(at, now, row) ? 'device-stale' : undefined}>{children}</strong>
      <small>{ageOf(at, now, i18n.language)}</small>
    </>
  )
}
