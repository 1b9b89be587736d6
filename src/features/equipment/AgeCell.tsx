import { useTranslation } from 'react-i18next'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { ageOf } from './age.ts'
import { useNow } from './use-now.ts'

/** How long ago something was; when exactly, when one points at it or has room. */
export function AgeCell({ name, row, isDetail }: CellProps) {
  const { i18n } = useTranslation()
  const zone = useTimeZone()
  const now = useNow(10_000)
  if (!row[name]) return <EmptyValue />
  const at = String(row[name])
  const moment = momentOf(at, zone)
  return isDetail ? (
    <>{moment}</>
  ) : (
    <time className="kit-number" dateTime={at} title={moment}>
      {ageOf(at, now, i18n.language)}
    </time>
  )
}
