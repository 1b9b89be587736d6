import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { momentOf, shortOf } from '#src/kit/fields/date/day-text.ts'
import './field.css'

/** Of when what is shown is, where the server could not be asked; null: of now. */
export function KeptAt({ at }: { at: number | null }) {
  const t = useLabels()
  const zone = useTimeZone()
  if (at === null) return null
  const time = shortOf(momentOf(new Date(at).toISOString(), zone), zone)
  return (
    <p className="kit-field-at" role="status">
      {t('kit:field.keptAt', { time })}
    </p>
  )
}
