import { useLocation } from 'react-router'
import type { CardViewProps, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { DeviceCard } from './DeviceCard.tsx'
import { groupsOf } from '#src/features/command/groups.ts'
import { withDevice } from './opened-device.ts'

/** Devices as cards: base by base, and within a base plot by plot. */
export default function DeviceBoard({ rows }: CardViewProps) {
  const t = useLabels({ module: 'equipment' })
  const { search } = useLocation()
  const list = (some: readonly Row[]) => (
    <ul>
      {some.map((row) => (
        <li key={row.id}>
          <DeviceCard row={row} to={`?${withDevice(search, row.id)}`} />
        </li>
      ))}
    </ul>
  )
  return (
    <div className="device-board">
      {groupsOf(rows).map(({ id, name, count, online, lands }) => (
        <section key={id} aria-label={name}>
          <h3>
            {name} <small>{t('equipment:board.count', { count, online })}</small>
          </h3>
          <div className="device-lands">
            {lands.map((land) => (
              <div key={land.id ?? 0}>
                <h4>{land.name ?? t('equipment:board.noLand')}</h4>
                {list(land.rows)}
              </div>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
