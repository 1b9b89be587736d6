import { useTranslation } from 'react-i18next'
import { useIdentity, useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** What stands above the map on paper: whose it is, of which day, and when it was printed. */
export function PrintHead({ at, on }: { at: number; on: string | null }) {
  const t = useLabels({ module: 'map' })
  const { i18n } = useTranslation()
  const user = useIdentity()
  const zone = useTimeZone()
  const said = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zone,
  }).format(at)
  return (
    <header className="farm-map-head">
      <h1>{[user?.tenantName, t('menus:screens.map-digital')].filter(Boolean).join(' · ')}</h1>
      <p>{on === null ? said : t('map:time.printed', { day: on, at: said })}</p>
    </header>
  )
}

/** A round length that takes a fifth of the map or less. */
function roundLength(metres: number): number {
  const most = metres / 5
  const ten = 10 ** Math.floor(Math.log10(most))
  return ([5, 2, 1].find((one) => one * ten <= most) ?? 1) * ten
}
/** How long things are on paper, however large the map comes out there. */
export function PrintScale({ metres }: { metres: number }) {
  const t = useLabels({ module: 'map' })
  const length = roundLength(metres)
  return (
    <div className="farm-map-scale" style={{ width: `${((length / metres) * 100).toFixed(2)}%` }}>
      {length < 1000
        ? t('map:print.metres', { value: length })
        : t('map:print.kilometres', { value: length / 1000 })}
    </div>
  )
}
