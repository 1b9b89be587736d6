import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { baseManageScreen } from '#contract/farm/area.ts'
import { batchScreen } from '#contract/planting/batch.ts'
import { landScreen } from '#contract/farm/land.ts'
import type { MapBase, MapPlot } from '#contract/map/map.ts'
import { ageOf } from '#src/features/equipment/age.ts'
import { DeviceIcon } from '#src/features/equipment/DeviceIcon.tsx'
import { MarkWords } from '#src/features/equipment/MapMark.tsx'
import { useNow } from '#src/features/equipment/use-now.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { momentOf, shortOf } from '#src/kit/fields/date/day-text.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { markerOf } from './Marks.tsx'
import { PlaceFrame } from './PlaceFrame.tsx'
import type { Stood } from './stood.ts'

interface PlaceProps {
  name: string
  kind: string
  facts: readonly (readonly [label: string, value: ReactNode])[]
  /** What stands there. */
  devices: readonly Stood[]
  levels: ReadonlyMap<number, number>
  links: readonly { to: string; text: string }[]
  onDevice: (id: number) => void
  onClose: () => void
}
/** So many devices of a plot are listed; the map shows all. */
const mostListed = 30

function Place({ name, kind, facts, devices, levels, links, onDevice, onClose }: PlaceProps) {
  const t = useLabels({ module: 'map' })
  return (
    <PlaceFrame name={name} kind={kind} links={links} onClose={onClose}>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {devices.length > 0 && (
        <ul className="farm-map-there">
          {devices.slice(0, mostListed).map((one) => (
            <li key={one.id}>
              <DeviceIcon type={one.deviceType} isOnline={one.online === 1} size={16} />
              <button type="button" className="kit-link" onClick={() => onDevice(one.id)}>
                {one.name}
              </button>
              <MarkWords marker={markerOf(one, levels.get(one.id) ?? 0)} />
            </li>
          ))}
        </ul>
      )}
      {devices.length > mostListed && (
        <p>{t('map:plot.more', { count: devices.length - mostListed })}</p>
      )}
    </PlaceFrame>
  )
}

type Given = Pick<PlaceProps, 'devices' | 'levels' | 'onDevice' | 'onClose'>
/** A plot: what it is, how wet it is, what stands on it. */
export function PlotPopup({
  plot,
  base,
  isThen,
  ...rest
}: Given & { plot: MapPlot; base?: MapBase; isThen: boolean }) {
  const t = useLabels({ module: 'map' })
  const { i18n } = useTranslation()
  const now = useNow(10_000)
  const mayOpen = useGranted(landScreen.permission)
  const mayBatch = useGranted(batchScreen.permission)
  const zone = useTimeZone()
  const { id, name, code, type, acreage, moisture, moistureAt, batch, lock } = plot
  const facts: (readonly [string, ReactNode])[] = [
    ...(base ? [[t('map:kinds.base'), base.name] as const] : []),
    ...(type ? [[t('map:plot.type'), type] as const] : []),
    ...(acreage === null
      ? []
      : [[t('map:plot.acreage'), t('map:plot.mu', { value: acreage })] as const]),
    ...(code ? [[t('map:plot.code'), <code key="code">{code}</code>] as const] : []),
    ...(batch
      ? [
          [
            t('map:colours.crop'),
            mayBatch ? (
              <Link key="batch" to={`${batchScreen.route}/info/${batch.id}`}>
                {batch.name}
              </Link>
            ) : (
              batch.name
            ),
          ] as const,
          ...(batch.stage ? [[t('map:plot.stage'), batch.stage] as const] : []),
        ]
      : []),
    ...(lock
      ? [
          [
            t(`map:legend.${lock.kind}`),
            `${lock.name} · ${t('map:plot.until', { at: shortOf(momentOf(lock.until, zone), zone) })}`,
          ] as const,
        ]
      : []),
    [
      t('map:plot.moisture'),
      moisture === null ? (
        t(`map:plot.${isThen ? 'unmeasured' : 'noMoisture'}`)
      ) : (
        <>
          {t('map:plot.percent', { value: moisture.toFixed(1) })}{' '}
          <small>{moistureAt && ageOf(moistureAt, now, i18n.language)}</small>
        </>
      ),
    ],
    [t('map:plot.devices'), rest.devices.length],
  ]
  return (
    <Place
      name={name}
      kind={t('map:kinds.plot')}
      facts={facts}
      links={
        mayOpen ? [{ to: `${landScreen.route}?open=show&id=${id}`, text: t('map:plot.open') }] : []
      }
      {...rest}
    />
  )
}
/** A base: how much of everything it has. */
export function BasePopup({ base, plots, ...rest }: Given & { base: MapBase; plots: number }) {
  const t = useLabels({ module: 'map' })
  const mayOpen = useGranted(baseManageScreen.permission)
  const facts: (readonly [string, ReactNode])[] = [
    ...(base.usage ? [[t('map:colours.usage'), t(`map:legend.usage_${base.usage}`)] as const] : []),
    [t('map:layers.plots'), plots],
    [t('map:plot.devices'), rest.devices.length],
  ]
  return (
    <Place
      name={base.name}
      kind={t('map:kinds.base')}
      facts={facts}
      links={
        mayOpen
          ? [
              {
                to: `${baseManageScreen.route}?open=show&id=${base.id}`,
                text: t('map:plot.openBase'),
              },
            ]
          : []
      }
      {...rest}
    />
  )
}
