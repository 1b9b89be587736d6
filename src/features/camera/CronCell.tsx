import { CronText } from '#src/features/automation/CronText.tsx'
import type { CellProps } from '#src/kit/fields/kind.ts'

/** When a camera takes its picture. */
export const CronCell = ({ row }: CellProps) => <CronText cron={String(row.cron ?? '')} />
