import { useTranslation } from 'react-i18next'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import { durationText } from '#src/features/telemetry/length.ts'

/** Seconds, as one says a length of time. */
export function DurationCell({ name, row }: CellProps) {
  const { i18n } = useTranslation()
  const seconds = row[name]
  return typeof seconds === 'number' && seconds > 0 ? (
    <>{durationText(seconds, i18n.language)}</>
  ) : (
    <EmptyValue />
  )
}
