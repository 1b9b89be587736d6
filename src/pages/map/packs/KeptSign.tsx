import { useTranslation } from 'react-i18next'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** Says that a map is of when it was taken along. */
export function KeptSign({ at }: { at: number }) {
  const t = useLabels({ module: 'map' })
  const { i18n } = useTranslation()
  const zone = useTimeZone()
  const said = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  }).format(at)
  return (
    <p className="farm-map-kept" role="status">
      {t('map:packs.then', { at: said })}
    </p>
  )
}
