import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import type { DeviceType } from '#contract/devices/device-type.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { ageOf, isStale } from './age.ts'
import { DeviceIcon } from './DeviceIcon.tsx'
import { DeviceSwitches } from '#src/features/command/DeviceSwitches.tsx'
import { keyChannels } from './key-channels.ts'
import { reportedText, type Reported } from './reading-words.ts'
import { OnlineCell } from './OnlineCell.tsx'
import { useNow } from './use-now.ts'

/**
 * A device in small: what it is, whether it is to be heard, what it measures. `to` opens more of
 * it.
 */
export function DeviceCard({ row, to }: { row: Row; to: string | null }) {
  const t = useLabels({ module: 'equipment' })
  const { i18n } = useTranslation()
  const now = useNow(10_000)
  const name = row.deviceType as DeviceTypeName
  const type: DeviceType = deviceTypes[name]
  const shown = keyChannels(name, type, (row.readings ?? []) as Reported[])
  return (
    <article className="device-card" aria-label={String(row.name)}>
      <header>
        <DeviceIcon type={name} isOnline={row.online === 1} />
        <div>
          {to === null ? (
            <span>{String(row.name)}</span>
          ) : (
            <Link className="kit-link" to={to}>
              {String(row.name)}
            </Link>
          )}
          <small>{t(`equipment:deviceTypes.${name}`)}</small>
          <small>{String(row.eui)}</small>
        </div>
        <OnlineCell row={row} />
      </header>
      <dl>
        {shown.map((one) => {
          const text = reportedText(t, name, one)!
          return (
            <div key={one.metric} style={{ display: 'contents' }}>
              <dt>{text.label}</dt>
              <dd className={isStale(one.at, now, row) ? 'device-stale' : undefined}>
                {text.value}
                {text.lately && <small>{text.lately}</small>}
              </dd>
            </div>
          )
        })}
      </dl>
      <DeviceSwitches row={row} />
      <footer>
        {row.lastSeenAt
          ? t('equipment:deviceData.lastSeen', {
              at: ageOf(String(row.lastSeenAt), now, i18n.language),
            })
          : t('equipment:deviceData.neverSeen')}
      </footer>
    </article>
  )
}
