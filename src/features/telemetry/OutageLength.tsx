import { useTranslation } from 'react-i18next'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { lengthBetween } from './length.ts'
import { useNow } from '#src/features/equipment/use-now.ts'

/** How long an outage lasted, or has lasted so far. */
export function OutageLength({ row }: Pick<CellProps, 'row'>) {
  const { i18n } = useTranslation()
  const now = useNow(10_000)
  return <>{lengthBetween(String(row.beganAt), row.endedAt as string | null, now, i18n.language)}</>
}
